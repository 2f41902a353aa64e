import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import {
  type Conversation,
  conversationListRoute,
  conversationSearchRoute,
  deleteMessageRoute,
  messageListRoute,
  readMessagesRoute,
  sendMessageRoute,
} from "#domain/conversations/api.ts";
import { messageId, pairName, readMessageId } from "#domain/conversations/ids.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { canScrub, canViewAs } from "#domain/moderation/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { hashToken } from "../http/crypto.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { conversationOf, hubOf } from "../live/stubs.ts";
import { auditEntry } from "../moderation/audit.ts";
import { isReportedQuery, reportedPartnersQuery, viewEntry } from "../moderation/views.ts";
import { accountsNamed } from "../search/names.ts";
import { presenceJoins, presentUser } from "../users/present.ts";
import { userQuery } from "../users/queries.ts";
import { type ContactRow, contactColumns, contactsQuery, presentContact } from "./contacts.ts";
import { presentMessage } from "./present.ts";
import type { ShelfRow } from "./shelf.ts";

/** Why staff look at somebody's chat: nobody looks without a word. */
function reasonOf(reason: string | undefined): string {
  if (!reason) throw fieldError("reason", "Say why you look at this chat.");
  return reason;
}

const nobody = () => new ApiError("not_found", { message: "There is no such user." });

/** Conversations with what is known of their people now; those whose people are gone are left out. */
function presentConversations(
  rows: readonly ShelfRow[],
  people: readonly ContactRow[],
  owner: Actor,
  now: number,
): Conversation[] {
  const byId = new Map(people.map((row) => [row.u_id, row]));
  return rows.flatMap(({ other, unread, message }) => {
    const person = byId.get(other);
    if (!person) return [];
    return {
      id: other,
      ...presentContact(person, owner, now),
      last_message: message?.id ?? null,
      latest_message: message,
      messages_unread_count: unread,
    };
  });
}

/** The number of the message that a page is counted from; one of another conversation names nothing. */
function numberIn(pair: string, id: string | undefined): number | null {
  if (id === undefined) return null;
  const parts = readMessageId(id);
  if (!parts || pairName(parts.low, parts.high) !== pair) throw new ApiError("not_found");
  return parts.number;
}

export function conversationRoutes(app: App): void {
  handle(app, conversationListRoute, async ({ input, gate, viewer, env, request, now }) => {
    const size = LIMITS.pageSize.conversations;
    const { page, as } = input;
    if (as !== undefined && as !== viewer.id) {
      if (!isStaff(viewer)) throw new ApiError("forbidden");
      const reason = reasonOf(input.reason);
      const [partners, [owner]] = await gate.read(reportedPartnersQuery(as), userQuery(as));
      const ids = partners.map(({ partner_id }) => partner_id);
      if (!owner || !canViewAs(viewer, ids)) throw new ApiError("not_found");
      const rows = await hubOf(env, as).conversationsWith(ids);
      const [, people] = await gate.write(
        viewEntry(viewer.id, as, null, reason, now),
        contactsQuery(as, ids),
      );
      return {
        data: presentConversations(rows, people, { id: as, role: "member" }, now),
        ...pageLinks(request, 1, Math.max(1, ids.length), ids.length),
        unread_count: rows.reduce((sum, { unread }) => sum + unread, 0),
        as: presentUser(owner, now),
      };
    }
    if (page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const { rows, total, unread } = await hubOf(env, viewer.id).conversations(size, (page - 1) * size);
    const [people] = await gate.read(
      contactsQuery(
        viewer.id,
        rows.map(({ other }) => other),
      ),
    );
    return {
      data: presentConversations(rows, people, viewer, now),
      ...pageLinks(request, page, size, total),
      unread_count: unread,
      as: null,
    };
  });

  handle(app, conversationSearchRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.conversations;
    const named = accountsNamed(input.term);
    const offset = (input.page - 1) * size;
    const [hits] = named
      ? await gate.read(
          statement<ContactRow>(sql`
            with hits as (${named}),
              best as (select p.id, p.username from hits cross join users p on p.id = hits.id where p.id <> ${viewer.id}
                order by length(p.username), p.username limit ${size + 1} offset ${offset})
            select ${contactColumns(viewer.id)} from best cross join users u on u.id = best.id ${presenceJoins}
            order by length(best.username), best.username`),
        )
      : [[]];
    // One more than a page holds tells that there is a next one.
    const found = offset + hits.length;
    return {
      data: hits.slice(0, size).map((row) => {
        const { user, block, can_send } = presentContact(row, viewer, now);
        return { ...user, block, can_send };
      }),
      ...pageLinks(request, input.page, size, found),
    };
  });

  handle(app, messageListRoute, async ({ params, input, gate, viewer, env, request, now }) => {
    const other = params.userId;
    const size = LIMITS.pageSize.messages;
    const { page, as, last_message } = input;
    const isView = as !== undefined && as !== viewer.id;
    if (isView && !isStaff(viewer)) throw new ApiError("forbidden");
    const reason = isView ? reasonOf(input.reason) : "";
    const me: Actor = isView ? { id: as, role: "member" } : viewer;
    if (other === me.id) throw nobody();
    if (page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const pair = pairName(me.id, other);
    const upTo = numberIn(pair, last_message);
    const read = () => conversationOf(env, me.id, other).page(me.id, upTo, size, (page - 1) * size);
    const reads = [contactsQuery(me.id, [other]), userQuery(me.id)] as const;
    const [[[row], [owner], partners], found] = isView
      ? [await gate.read(...reads, reportedPartnersQuery(me.id, other)), null]
      : await Promise.all([
          gate.read(...reads, statement<{ partner_id: number }>(sql`select 0 where false`)),
          read(),
        ]);
    if (!row || !owner) throw nobody();
    if (
      isView &&
      !canViewAs(
        viewer,
        partners.map(({ partner_id }) => partner_id),
        other,
      )
    )
      throw new ApiError("not_found");
    const { messages, total, read: readNumber, seen, unread } = found ?? (await read());
    if (isView) await gate.write(viewEntry(viewer.id, me.id, other, reason, now));
    const { user, block, can_send } = presentContact(row, me, now);
    const ownCard = presentUser(owner, now);
    const idOf = (number: number) => (number > 0 ? messageId(pair, number) : null);
    return {
      data: messages.map((message) => ({
        ...presentMessage(pair, message, me.id),
        ...(isView && {
          reciever_id: message.sender === me.id ? other : me.id,
          reciever: message.sender === me.id ? user : ownCard,
        }),
      })),
      ...pageLinks(request, page, size, total),
      user,
      block,
      can_send: can_send && !isView,
      read_id: idOf(readNumber),
      seen_id: idOf(seen),
      messages_unread_count: unread,
      as: isView ? ownCard : null,
    };
  });

  handle(app, sendMessageRoute, async ({ params, input, gate, viewer, env }) => {
    if (params.userId === viewer.id) throw new ApiError("own_account");
    const { claims } = gate;
    if (!claims) throw new ApiError("unauthenticated");
    const { body, client_id } = input;
    const sent = await conversationOf(env, viewer.id, params.userId).send(
      viewer.id,
      hashToken(claims.token),
      body,
      client_id ?? null,
    );
    if (!sent.ok) throw new ApiError(sent.code, sent.message === undefined ? {} : { message: sent.message });
    return {
      id: messageId(pairName(viewer.id, params.userId), sent.seq),
      created_at: isoTime(sent.at),
      created_at_formatted: formatTime(sent.at),
      ...(client_id !== undefined && { client_id }),
    };
  });

  handle(app, readMessagesRoute, async ({ params, input, gate, viewer, env }) => {
    const other = params.userId;
    const [[found]] = await gate.read(
      statement<{ id: number }>(sql`select id from users where id = ${other} and id <> ${viewer.id}`),
    );
    if (!found) throw nobody();
    const upTo = numberIn(pairName(viewer.id, other), input.last_message) ?? Number.MAX_SAFE_INTEGER;
    const unread = await conversationOf(env, viewer.id, other).read(viewer.id, upTo);
    return {
      messages_unread_count: unread,
      unread_count: await hubOf(env, viewer.id).unreadMessages(other, unread),
    };
  });

  handle(app, deleteMessageRoute, async ({ params, gate, viewer, env, now }) => {
    const parts = readMessageId(params.messageId);
    if (!parts) throw new ApiError("not_found");
    const { low, high, number } = parts;
    const [[row]] = await gate.read(isReportedQuery(low, high));
    if (!canScrub(viewer, { reported: row?.reported === 1 })) throw new ApiError("not_found");
    const room = conversationOf(env, low, high);
    const message = await room.message(number);
    if (!message) throw new ApiError("not_found", { message: "This message is not there any more." });
    // Twice is as good as once, and is noted once.
    if (message.deleted) return { message: "Message removed" };
    await gate.write(
      auditEntry(
        {
          actor_id: viewer.id,
          action: "message.scrub",
          subject_type: "message",
          subject_id: params.messageId,
          details: { user_id: message.sender_id },
          before: { body: message.body },
        },
        now,
      ),
    );
    await room.remove(number, viewer.id);
    return { message: "Message removed" };
  });
}
