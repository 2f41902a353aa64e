import { sendMessageRoute } from "#domain/conversations/api.ts";
import { addUser, insertedId, runSql } from "../browser.ts";
import { addPushDevice, newPushInput } from "../push.ts";
import {
  addOwnerLevel,
  callerBrowsers,
  callerId,
  callerUsers,
  type EndpointCaller,
  type EndpointCase,
  FOR_MEMBERS,
  FOR_OWNER_AND_STAFF,
  SIGNED_IN_ONLY,
  withNewUser,
} from "./callers.ts";

async function comment(): Promise<number> {
  const levelId = await addOwnerLevel();
  return insertedId`insert into comments (target_type, target_id, user_id, body,
    created_at)
      values ('level', ${levelId}, ${callerUsers.owner.id}, 'hi', 1) returning id`;
}

/** A new user's buddy request to the caller. */
async function requestFromNewUser(caller: EndpointCaller): Promise<string> {
  const { id, username } = await addUser();
  const to = callerId(caller) || callerUsers.owner.id;
  await runSql`insert into buddy_requests (from_id, to_id, created_at) values (${id}, ${to}, 1)`;
  return username;
}

/** A warning to the owner. */
const warning = () => insertedId`insert into warnings (user_id, staff_id, reason, created_at)
      values (${callerUsers.owner.id}, ${callerUsers.moderator.id}, 'Be kind', 1) returning id`;

async function message(): Promise<string> {
  const { body } = await callerBrowsers.other.call(sendMessageRoute, {
    userId: callerUsers.moderator.id,
    body: "Hello",
  });
  return String(body.id);
}

export const MEMBER_CASES: Record<string, EndpointCase> = {
  "GET /api/users/{username}": { make: async () => ({ username: callerUsers.owner.username }), expect: 200 },
  "GET /api/users": { make: async () => ({ search: "player" }), expect: 200 },
  "GET /api/buddies/{username}/{tab}": {
    make: async () => ({ username: callerUsers.owner.username, tab: "incoming" }),
    expect: 403,
    but: { visitor: 401, owner: 200 },
  },
  "GET /api/follows/{username}/{followTab}": {
    make: async () => ({ username: callerUsers.owner.username, followTab: "followers" }),
    expect: 200,
  },
  "POST /api/buddy/{username}/request": { make: withNewUser, ...FOR_MEMBERS },
  "POST /api/buddy/{username}/accept": {
    make: async (caller) => ({ username: await requestFromNewUser(caller) }),
    ...FOR_MEMBERS,
  },
  "POST /api/buddy/{username}/delete": { make: withNewUser, ...FOR_MEMBERS },
  "POST /api/users/{username}/follow": { make: withNewUser, ...FOR_MEMBERS },
  "POST /api/users/{username}/unfollow": { make: withNewUser, ...FOR_MEMBERS },
  "GET /api/blocks": FOR_MEMBERS,
  "POST /api/block/{username}/toggle": { make: withNewUser, ...FOR_MEMBERS },
  "POST /api/block/{username}/delete": { make: withNewUser, ...FOR_MEMBERS },
  "GET /api/auth/transactions": FOR_MEMBERS,
  "GET /api/auth/daily": FOR_MEMBERS,
  "GET /api/user/achievements/{id}": { make: async () => ({ id: callerUsers.owner.id }), expect: 200 },
  "GET /api/comments/{type}/{id}": {
    make: async () => ({ type: "level", id: await addOwnerLevel() }),
    expect: 200,
  },
  "POST /api/comments/create": {
    make: async () => ({ type: "user", id: callerUsers.owner.id, body: "Hello :star:" }),
    expect: 201,
    but: { ...SIGNED_IN_ONLY, blocked: 403 },
  },
  "POST /api/comments/{id}/delete": { make: async () => ({ id: await comment() }), ...FOR_OWNER_AND_STAFF },
  "GET /api/notifications": FOR_MEMBERS,
  "POST /api/notifications/read": FOR_MEMBERS,
  "GET /api/notifications/settings": FOR_MEMBERS,
  "POST /api/notifications/settings": { make: async () => ({ outfit: true }), ...FOR_MEMBERS },
  "GET /api/push": FOR_MEMBERS,
  "POST /api/push/subscribe": { make: async () => await newPushInput(), ...FOR_MEMBERS },
  "POST /api/push/{id}/delete": {
    make: async (caller) => ({ id: await addPushDevice(callerId(caller)) }),
    ...FOR_MEMBERS,
  },
  "POST /api/push/settings": { make: async () => ({ sale: false }), ...FOR_MEMBERS },
  "POST /api/report/{reportType}/{target}": {
    make: async () => ({ reportType: "level", target: await addOwnerLevel(), reason: "spam" }),
    expect: 201,
    but: { ...SIGNED_IN_ONLY, owner: 422 },
  },
  "GET /api/conversations": FOR_MEMBERS,
  "GET /api/conversations/search": { make: async () => ({ term: "player" }), ...FOR_MEMBERS },
  "GET /api/messages/from/{userId}": {
    make: async () => ({ userId: callerUsers.owner.id }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 404 },
  },
  "POST /api/messages/send/{userId}": {
    make: async () => ({ userId: callerUsers.owner.id, body: "Hello" }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 422, blocked: 403 },
  },
  "POST /api/messages/read/{userId}": {
    make: async () => ({ userId: callerUsers.owner.id }),
    expect: 200,
    but: { ...SIGNED_IN_ONLY, owner: 404 },
  },
  "POST /api/message/{messageId}/delete": {
    make: async () => ({ messageId: await message() }),
    expect: 403,
    // Moderators can only remove reported messages.
    but: { visitor: 401, moderator: 404, admin: 200 },
  },
  "GET /api/message/{messageId}": {
    make: async () => ({ messageId: await message() }),
    expect: 404,
    // They are the two members of the conversation.
    but: { ...SIGNED_IN_ONLY, other: 200, moderator: 200 },
  },
  "GET /api/reports": FOR_MEMBERS,
  "GET /api/standing": { expect: 200, but: { visitor: 401 } },
  "POST /api/standing/warnings/{id}/seen": {
    make: async () => ({ id: await warning() }),
    expect: 404,
    but: { visitor: 401, owner: 200 },
  },
  // Only banned members can appeal.
  "POST /api/appeals": {
    make: async () => ({ body: "It was my brother" }),
    expect: 409,
    but: { visitor: 401, banned: 201 },
  },
};
