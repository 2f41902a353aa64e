import { insertedId, unique } from "../browser.ts";
import { addOwnerLevel, callerUsers, type EndpointCase, FOR_ADMINS, SIGNED_IN_ONLY } from "./callers.ts";

const host = () => insertedId`insert into hosts (name, ip_address, region, capacity, key_hash,
    user_id, created_at)
      values (${`Host ${unique()}`}, '203.0.113.7', 'weur', 10, '', ${callerUsers.admin.id}, 1) returning id`;

export const PLAY_CASES: Record<string, EndpointCase> = {
  "GET /api/home": { expect: 200 },
  "GET /api/starter": { expect: 200 },
  "GET /api/presence/counts": { expect: 200 },
  "GET /api/playing": { make: async () => ({ ids: String(await addOwnerLevel()) }), expect: 200 },
  "GET /.well-known/jwks.json": { expect: 200 },
  "GET /api/downloads": { expect: 200 },
  // No host is online.
  "POST /api/join-token": {
    make: async () => ({ destination_type: "Level", id: await addOwnerLevel() }),
    expect: 409,
    but: SIGNED_IN_ONLY,
  },
  // Game hosts use a key; no session opens these.
  "GET /api/host": { expect: 401 },
  "POST /api/host/heartbeat": { expect: 401 },
  "POST /api/host/redeem": { expect: 401 },
  "POST /api/host/leave": { expect: 401 },
  "POST /api/host/clear": { expect: 401 },
  "POST /api/host/grant": { expect: 401 },
  "GET /api/staff/hosts": FOR_ADMINS,
  "POST /api/staff/hosts": {
    make: async () => ({
      name: `Host ${unique()}`,
      ip_address: "203.0.113.7:7777",
      region: "weur",
      capacity: 10,
    }),
    expect: 403,
    but: { visitor: 401, admin: 201 },
  },
  "POST /api/staff/hosts/{id}": { make: async () => ({ id: await host(), capacity: 20 }), ...FOR_ADMINS },
  "POST /api/staff/hosts/{id}/rotate-key": { make: async () => ({ id: await host() }), ...FOR_ADMINS },
  "GET /api/staff/signing-keys": FOR_ADMINS,
  "POST /api/staff/signing-keys/rotate": FOR_ADMINS,
  "GET /api/search": { make: async () => ({ q: "level" }), expect: 200 },
};
