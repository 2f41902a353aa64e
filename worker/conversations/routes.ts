import { type Columns, first, sql, statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import {
  type ConversationEntry,
  conversationListRoute,
  conversationSearchRoute,
  deleteMessageRoute,
  messageListRoute,
  readMessagesRoute,
  sendMessageRoute,
} from "#domain/conversations/api.ts";
import { messageId, pairKey, parseMessageId } from "#domain/conversations/ids.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { canDeleteMessage, canViewAs, isWithinUndoPeriod } from "#domain/moderation/rules.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { requestRegion } from "../http/path.ts";
import { hashToken } from "../http/session.ts";
import { conversationStub, hubStub } from "../live/stubs.ts";
import { auditEntry } from "../moderation/audit.ts";
import { chatViewEntry, isReportedQuery, reportedPartnersQuery } from "../moderation/chat-views.ts";
import { isRemovalOf, storeRemoval } from "../moderation/removals.ts";
import { accountsByName } from "../search/accounts-by-name.ts";
import { presenceJoins, presentUser, userQuery } from "../users/present.ts";
import { sendMessage } from "./commands.ts";
import { type IndexRow, presentMessage } from "./conversation-index.ts";
import { findConversation } from "./find-conversation.ts";
import { type ContactRow, contactColumns, contactsQuery, presentContact } from "./permit.ts";

/** The clocks of an object and a worker differ by less, and a request takes less. */
const CLOCK_SLACK_MS = 60_000;

/** Staff must give a reason for viewing a chat. */
function requireReason(reason: string | undefined): string {
  if (!reason) throw fieldError("reason", "Enter a reason for viewing this chat.");
  return reason;
}

const userNotFound = () => new ApiError("not_found", { message: "This user doesn't exist." });

/** Adds current user data to conversations and omits those with deleted users. */
function presentConversations(
  rows: readonly IndexRow[],
  people: readonly ContactRow[],
  owner: Actor,
  now: number,
): ConversationEntry[] {
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

/** The number of the message that a page starts from. Throws `not_found` if it's of another conversation. */
function messageNumberIn(pair: string, id: string | undefined): number | null {
  if (id === undefined) return null;
  const parts = parseMessageId(id);
  if (!parts || pairKey(parts.low, parts.high) !== pair) throw new ApiError("not_found");
  return parts.number;
}

export function conversationRoutes(app: HonoApp): void {
  handle(app, conversationListRoute, async ({ input, gate, viewer, env, request, now }) => {
    const size = LIMITS.pageSize.conversations;
    const { page, as } = input;
    if (as !== undefined && as !== viewer.id) {
      if (!isStaff(viewer)) throw new ApiError("forbidden");
      const reason = requireReason(input.reason);
      const { partners, owner } = await gate.read({
        partners: reportedPartnersQuery(as),
        owner: first(userQuery(as)),
      });
      const ids = partners.map(({ partner_id }) => partner_id);
      if (!owner || !canViewAs(viewer, ids)) throw new ApiError("not_found");
      const rows = await hubStub(env, as).conversationsWith(ids);
      const { people } = await gate.write({
        audit: chatViewEntry(viewer.id, as, null, reason, now),
        people: contactsQuery(as, ids),
      });
      return {
        data: presentConversations(rows, people, { id: as, role: "member" }, now),
        ...paginationLinks(request, 1, Math.max(1, ids.length), ids.length),
        unread_count: rows.reduce((sum, { unread }) => sum + unread, 0),
        as: presentUser(owner, now),
      };
    }
    if (page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const { rows, total, unread } = await hubStub(env, viewer.id).conversations(size, (page - 1) * size);
    const others = rows.map(({ other }) => other);
    const people = await gate.all(contactsQuery(viewer.id, others));
    return {
      data: presentConversations(rows, people, viewer, now),
      ...paginationLinks(request, page, size, total),
      unread_count: unread,
      as: null,
    };
  });

  handle(app, conversationSearchRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.conversations;
    const named = accountsByName(input.term);
    const offset = (input.page - 1) * size;
    const hits = named
      ? await gate.all(
          statement<ContactRow>`
            with hits as (${named}),
              best as (select p.id, p.username from hits cross join users p on p.id = hits.id where p.id <> ${viewer.id}
                order by length(p.username), p.username limit ${size + 1} offset ${offset})
            select ${contactColumns(viewer.id)} from best cross join users u on u.id = best.id ${presenceJoins}
            order by length(best.username), best.username`,
        )
      : [];
    // One row more than a page holds shows that there's a next page.
    const found = offset + hits.length;
    return {
      data: hits.slice(0, size).map((row) => {
        const { user, block, can_send } = presentContact(row, viewer, now);
        return { ...user, block, can_send };
      }),
      ...paginationLinks(request, input.page, size, found),
    };
  });

  handle(app, messageListRoute, async ({ params, input, gate, viewer, env, request, now }) => {
    const other = params.userId;
    const size = LIMITS.pageSize.messages;
    const { page, as, last_message } = input;
    const isView = as !== undefined && as !== viewer.id;
    if (isView && !isStaff(viewer)) throw new ApiError("forbidden");
    const reason = isView ? requireReason(input.reason) : "";
    const me: Actor = isView ? { id: as, role: "member" } : viewer;
    if (other === me.id) throw userNotFound();
    if (page * size > LIMITS.pageDepth) throw new ApiError("page_too_deep");
    const pair = pairKey(me.id, other);
    const upTo = messageNumberIn(pair, last_message);
    const {
      contact: row,
      owner,
      partners,
    } = await gate.read({
      contact: first(contactsQuery(me.id, [other])),
      owner: first(userQuery(me.id)),
      partners: isView ? reportedPartnersQuery(me.id, other) : null,
    });
    if (!row || !owner) throw userNotFound();
    const partnerIds = partners.map(({ partner_id }) => partner_id);
    if (isView && !canViewAs(viewer, partnerIds, other)) throw new ApiError("not_found");
    // Not before both users are known: anyone could create any number of objects. Staff see messages only once they were reported.
    const conversation = conversationStub(env, me.id, other, isView ? null : requestRegion(request));
    const {
      messages,
      total,
      read: readNumber,
      seen,
      unread,
    } = await conversation.page(me.id, upTo, size, (page - 1) * size);
    if (isView) await gate.write({ audit: chatViewEntry(viewer.id, me.id, other, reason, now) });
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
      ...paginationLinks(request, page, size, total),
      user,
      block,
      can_send: can_send && !isView,
      read_id: idOf(readNumber),
      seen_id: idOf(seen),
      messages_unread_count: unread,
      as: isView ? ownCard : null,
    };
  });

  handle(app, sendMessageRoute, async ({ params, input, gate, viewer, env, request }) => {
    const { claims } = gate;
    if (!claims) throw new ApiError("unauthenticated");
    const { body, client_id } = input;
    const message = {
      sender: viewer.id,
      session: hashToken(claims.token),
      body,
      clientId: client_id ?? null,
      receipt: null,
    };
    const { id, at } = await sendMessage(env, params.userId, message, requestRegion(request));
    return {
      id,
      ...createdTimes(at),
      ...(client_id !== undefined && { client_id }),
    };
  });

  handle(app, readMessagesRoute, async ({ params, input, gate, viewer, env }) => {
    const other = params.userId;
    const found = await gate.first(statement<Columns<"users", "id">>`select id from users
      where id = ${other} and id <> ${viewer.id}`);
    if (!found) throw userNotFound();
    const upTo = messageNumberIn(pairKey(viewer.id, other), input.last_message) ?? Number.MAX_SAFE_INTEGER;
    const unread = await conversationStub(env, viewer.id, other).markRead(viewer.id, upTo);
    return {
      messages_unread_count: unread,
      unread_count: await hubStub(env, viewer.id).unreadMessages(other, unread),
    };
  });

  handle(app, deleteMessageRoute, async ({ params, gate, viewer, env, now }) => {
    const parts = parseMessageId(params.messageId);
    if (!parts) throw new ApiError("not_found");
    const { low, high, number } = parts;
    const row = await gate.first(isReportedQuery(low, high));
    if (!canDeleteMessage(viewer, { reported: row?.reported === 1 })) throw new ApiError("not_found");
    const conversation = await findConversation(env, [low, high]);
    const message = await conversation?.message(number);
    if (!conversation || !message)
      throw new ApiError("not_found", { message: "This message no longer exists." });
    // First, so the log never says what hasn't happened. Deleting is idempotent.
    await conversation.remove(number, viewer.id);
    const removedAt = message.deleted_at ?? now;
    if (!isWithinUndoPeriod(removedAt, now)) return { message: "Message removed" };
    // Logged once, but also by a repeated call if the first one failed in between.
    const isUnlogged = sql`not exists (select 1 from removals where ${isRemovalOf("message", params.messageId)}
      and restored_at is null and removed_at > ${removedAt - CLOCK_SLACK_MS})`;
    await gate.write({
      audit: auditEntry(now, {
        actor_id: viewer.id,
        action: "message.scrub",
        subject_id: params.messageId,
        details: { user_id: message.sender_id },
        before: { body: message.body },
        when: isUnlogged,
      }),
      removal: storeRemoval(
        {
          type: "message",
          target: params.messageId,
          staff: viewer,
          thing: { user_id: message.sender_id, name: "" },
        },
        now,
        isUnlogged,
      ),
    });
    return { message: "Message removed" };
  });
}
