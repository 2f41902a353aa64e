import { postReply, startThread } from "../threads.ts";
import { callerBrowsers, type EndpointCase, SIGNED_IN_ONLY, STAFF_ONLY } from "./callers.ts";

/** The owner's thread, and a reply of theirs in it. */
const onThread = async () => ({ id: (await startThread(callerBrowsers.owner)).id });

const onReply = async () => {
  const { id } = await startThread(callerBrowsers.owner);
  return { id: (await postReply(callerBrowsers.owner, id)).id };
};

const OWNER_AND_STAFF = { ...SIGNED_IN_ONLY, owner: 200, moderator: 200, admin: 200 } as const;

export const FORUM_CASES: Record<string, EndpointCase> = {
  "GET /api/forums": { expect: 200 },
  "GET /api/forums/bookmarks": { expect: 200, but: SIGNED_IN_ONLY },
  "GET /api/forums/{subforum}": { make: async () => ({ subforum: 2 }), expect: 200 },
  "GET /api/forums/thread/{id}": { make: onThread, expect: 200 },
  "POST /api/forums/{subforum}/threads": {
    make: async () => ({ subforum: 2, title: "Hello", body: "Anyone here?" }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  // Threads are open to everyone, even across a block.
  "POST /api/forums/thread/{id}/reply": {
    make: async () => ({ ...(await onThread()), body: "Hello" }),
    expect: 201,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/forums/thread/{id}": {
    make: async () => ({ ...(await onThread()), title: "New", body: "Other words" }),
    expect: 403,
    but: OWNER_AND_STAFF,
  },
  "POST /api/forums/thread/{id}/delete": { make: onThread, expect: 403, but: OWNER_AND_STAFF },
  "POST /api/forums/thread/{id}/restore": { make: onThread, expect: 403, but: STAFF_ONLY },
  "POST /api/forums/thread/{id}/pin": {
    make: async () => ({ ...(await onThread()), pinned: true }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/forums/thread/{id}/lock": {
    make: async () => ({ ...(await onThread()), locked: true }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/thread/{id}/move": {
    make: async () => ({ ...(await onThread()), subforum_id: 3 }),
    expect: 403,
    but: STAFF_ONLY,
  },
  "POST /api/thread/{id}/bookmark": { make: onThread, expect: 200, but: SIGNED_IN_ONLY },
  "POST /api/forums/thread/{id}/read": {
    make: async () => ({ ...(await onThread()), position: 0 }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/forums/{subforum}/read": {
    make: async () => ({ subforum: 2 }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
  "GET /api/forums/replies/{id}": { make: onReply, expect: 200 },
  "GET /api/forums/replies/{id}/history": { make: onReply, expect: 200 },
  "POST /api/forums/replies/{id}": {
    make: async () => ({ ...(await onReply()), body: "Other words" }),
    expect: 403,
    but: OWNER_AND_STAFF,
  },
  "POST /api/forums/replies/{id}/delete": { make: onReply, expect: 403, but: OWNER_AND_STAFF },
  "POST /api/forums/replies/{id}/restore": { make: onReply, expect: 403, but: OWNER_AND_STAFF },
  "GET /api/forums/search": { make: async () => ({ search: "level" }), expect: 200 },
  "POST /api/forums/preview": {
    make: async () => ({ body: "**Hello**" }),
    expect: 200,
    but: SIGNED_IN_ONLY,
  },
};
