/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-socket-diag.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* The kernel answers at once; this is for one that does not. */
#define MAX_WAIT_SECONDS 1

typedef struct
{
  struct nlmsghdr head;
  struct inet_diag_req_v2 body;
} Question;

typedef union
{
  struct nlmsghdr head;
  char bytes[4096];
} Answer;

static void
put_end (GInetSocketAddress *end, __be32 *address, __be16 *port)
{
  GInetAddress *inet = g_inet_socket_address_get_address (end);

  memcpy (address, g_inet_address_to_bytes (inet), g_inet_address_get_native_size (inet));
  *port = htons (g_inet_socket_address_get_port (end));
}

static Question
make_question (GInetSocketAddress *theirs, GInetSocketAddress *ours)
{
  GInetAddress *inet = g_inet_socket_address_get_address (theirs);
  Question question = {
    .head = { .nlmsg_len = sizeof question,
              .nlmsg_type = SOCK_DIAG_BY_FAMILY,
              .nlmsg_flags = NLM_F_REQUEST },
    .body = { .sdiag_family = g_inet_address_get_family (inet),
              .sdiag_protocol = IPPROTO_TCP,
              .idiag_states = G_MAXUINT32 },
  };

  put_end (theirs, question.body.id.idiag_src, &question.body.id.idiag_sport);
  put_end (ours, question.body.id.idiag_dst, &question.body.id.idiag_dport);
  question.body.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
  question.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  return question;
}

/* Who listens there is told where no such connection is: that is another port at the far end. */
static gboolean
read_answer (const Answer *answer,
             gssize length,
             const Question *question,
             ParleySocketFacts *facts)
{
  const struct inet_diag_msg *found = NLMSG_DATA (&answer->head);
  const struct nlmsgerr *failure = NLMSG_DATA (&answer->head);

  *facts = (ParleySocketFacts){ 0 };
  if (length < (gssize) NLMSG_LENGTH (sizeof *failure) || (gsize) length < answer->head.nlmsg_len)
    return FALSE;
  if (answer->head.nlmsg_type == NLMSG_ERROR)
    return failure->error == -ENOENT;
  if (answer->head.nlmsg_type != SOCK_DIAG_BY_FAMILY
      || length < (gssize) NLMSG_LENGTH (sizeof *found))
    return FALSE;
  if (found->id.idiag_sport == question->body.id.idiag_sport
      && found->id.idiag_dport == question->body.id.idiag_dport)
    *facts = (ParleySocketFacts){ .state = found->idiag_state,
                                  .user = found->idiag_uid,
                                  .inode = found->idiag_inode };
  return TRUE;
}

gboolean
parley_socket_diag_find (GInetSocketAddress *theirs,
                         GInetSocketAddress *ours,
                         ParleySocketFacts *facts)
{
  const Question question = make_question (theirs, ours);
  const struct timeval wait = { .tv_sec = MAX_WAIT_SECONDS };
  int fd = socket (AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  Answer answer = { 0 };
  gssize length = -1;

  if (fd < 0)
    return FALSE;
  if (setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait) == 0
      && send (fd, &question, sizeof question, 0) == sizeof question)
    length = recv (fd, &answer, sizeof answer, 0);
  close (fd);
  return length > 0 && read_answer (&answer, length, &question, facts);
}
