import { postReply, startThread } from "../threads.ts";
import {
  callerBrowsers,
  type EndpointCase,
  FOR_CREATORS,
  FOR_MEMBERS,
  FOR_OWNER_AND_STAFF,
  FOR_STAFF,
} from "./callers.ts";

/** The owner's thread, and a reply of theirs in it. */
const onThread = async () => ({ id: (await startThread(callerBrowsers.owner)).id });

const onReply = async () => {
  const { id } = await startThread(callerBrowsers.owner);
  return { id: (await postReply(callerBrowsers.owner, id)).id };
};

export const FORUM_CASES: Record<string, EndpointCase> = {
  "GET /api/forums": { expect: 200 },
  "GET /api/forums/bookmarks": FOR_MEMBERS,
  "GET /api/forums/{subforum}": { make: async () => ({ subforum: 2 }), expect: 200 },
  "GET /api/forums/thread/{id}": { make: onThread, expect: 200 },
  "POST /api/forums/{subforum}/threads": {
    make: async () => ({ subforum: 2, title: "Hello", body: "Anyone here?" }),
    ...FOR_CREATORS,
  },
  // Threads are open to everyone, even across a block.
  "POST /api/forums/thread/{id}/reply": {
    make: async () => ({ ...(await onThread()), body: "Hello" }),
    ...FOR_CREATORS,
  },
  "POST /api/forums/thread/{id}": {
    make: async () => ({ ...(await onThread()), title: "New", body: "Other words" }),
    ...FOR_OWNER_AND_STAFF,
  },
  "POST /api/forums/thread/{id}/delete": { make: onThread, ...FOR_OWNER_AND_STAFF },
  "POST /api/forums/thread/{id}/restore": { make: onThread, ...FOR_STAFF },
  "POST /api/forums/thread/{id}/pin": {
    make: async () => ({ ...(await onThread()), pinned: true }),
    ...FOR_STAFF,
  },
  "POST /api/forums/thread/{id}/lock": {
    make: async () => ({ ...(await onThread()), locked: true }),
    ...FOR_STAFF,
  },
  "POST /api/thread/{id}/move": {
    make: async () => ({ ...(await onThread()), subforum_id: 3 }),
    ...FOR_STAFF,
  },
  "POST /api/thread/{id}/bookmark": { make: onThread, ...FOR_MEMBERS },
  "POST /api/forums/thread/{id}/read": {
    make: async () => ({ ...(await onThread()), position: 0 }),
    ...FOR_MEMBERS,
  },
  "POST /api/forums/{subforum}/read": { make: async () => ({ subforum: 2 }), ...FOR_MEMBERS },
  "GET /api/forums/replies/{id}": { make: onReply, expect: 200 },
  "GET /api/forums/replies/{id}/history": { make: onReply, expect: 200 },
  "POST /api/forums/replies/{id}": {
    make: async () => ({ ...(await onReply()), body: "Other words" }),
    ...FOR_OWNER_AND_STAFF,
  },
  "POST /api/forums/replies/{id}/delete": { make: onReply, ...FOR_OWNER_AND_STAFF },
  "POST /api/forums/replies/{id}/restore": { make: onReply, ...FOR_OWNER_AND_STAFF },
  "GET /api/forums/search": { make: async () => ({ search: "level" }), expect: 200 },
  "POST /api/forums/preview": { make: async () => ({ body: "**Hello**" }), ...FOR_MEMBERS },
};
