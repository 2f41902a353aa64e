import { NEW_THEME } from "#domain/themes/presets.ts";
import { insertedId, runSql, unique } from "../browser.ts";
import {
  callerId,
  callerUsers,
  type EndpointCaller,
  type EndpointCase,
  FOR_CREATORS,
  FOR_MEMBERS,
  SIGNED_IN_ONLY,
} from "./callers.ts";

/** Creating and changing profile themes needs Gold. */
const giveGold = (caller: EndpointCaller) =>
  runSql`update users set gold_until = ${Date.now() + 3_600_000} where id = ${callerId(caller)}`;

const profileTheme = () => insertedId`insert into custom_themes (user_id, name, gradient_start_color,
    created_at, updated_at)
      values (${callerUsers.owner.id}, 'Mine', '0f0f0f', 1, 1) returning id`;

const OPEN_WHILE_BANNED = { visitor: 401 } as const;

const withPassword = async () => ({ password: "wrong horse" });

const passwords = { password: "long enough", password_confirmation: "long enough" };

export const ACCOUNT_CASES: Record<string, EndpointCase> = {
  "GET /api/session": { expect: 200 },
  "POST /api/auth/register": {
    make: async () => ({ username: `new_${unique()}`, email: `new_${unique()}@example.com`, ...passwords }),
    expect: 201,
    // A banned member's browser can't sign up, as that would evade the ban.
    but: { banned: 403 },
  },
  "POST /api/auth/login": {
    make: async () => ({ login: "unknown", password: "wrong" }),
    expect: 422,
    but: { banned: 403 },
  },
  // No caller is in the second step or has a password; other tests cover right ones.
  "POST /api/auth/login/two-factor": {
    make: async () => ({ code: "123456" }),
    expect: 422,
    but: { banned: 403 },
  },
  "POST /api/auth/confirm": { make: withPassword, expect: 422, but: OPEN_WHILE_BANNED },
  "GET /api/auth/sessions": { expect: 200, but: OPEN_WHILE_BANNED },
  "POST /api/auth/sessions/{sessionId}/delete": {
    make: async () => ({ sessionId: "x".repeat(43) }),
    expect: 404,
    but: OPEN_WHILE_BANNED,
  },
  "POST /api/auth/logout-other-devices": { make: withPassword, expect: 422, but: OPEN_WHILE_BANNED },
  "POST /api/auth/2fa/generate": { expect: 200, but: { ...OPEN_WHILE_BANNED, moderator: 409, admin: 409 } },
  "POST /api/auth/2fa/enable": {
    make: async () => ({ code: "123456" }),
    expect: 422,
    but: { ...OPEN_WHILE_BANNED, moderator: 409, admin: 409 },
  },
  "POST /api/auth/2fa/recovery-codes": { make: withPassword, expect: 422, but: OPEN_WHILE_BANNED },
  "POST /api/auth/2fa/disable": { make: withPassword, expect: 422, but: OPEN_WHILE_BANNED },
  "POST /api/auth/logout": { expect: 200 },
  "POST /api/auth/password/forgot": { make: async () => ({ email: "unknown@example.com" }), expect: 200 },
  "POST /api/auth/password/reset": { make: async () => ({ token: "gone", ...passwords }), expect: 422 },
  "POST /email/resend": FOR_MEMBERS,
  "POST /api/auth/update": { make: async () => ({ theme_id: 2 }), ...FOR_MEMBERS },
  "POST /api/auth/custom-themes": {
    make: async (caller) => {
      await giveGold(caller);
      return NEW_THEME;
    },
    ...FOR_CREATORS,
  },
  "POST /api/auth/custom-themes/{id}": {
    make: async (caller) => {
      await giveGold(caller);
      return { id: await profileTheme(), ...NEW_THEME };
    },
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/auth/custom-themes/{id}/delete": {
    make: async () => ({ id: await profileTheme() }),
    expect: 404,
    but: { ...SIGNED_IN_ONLY, owner: 200 },
  },
  "POST /api/auth/user/details": { expect: 200, but: OPEN_WHILE_BANNED },
  "POST /api/auth/user": { make: async () => ({ bio: "Hello" }), ...FOR_MEMBERS },
  "POST /api/auth/user/email": {
    make: async () => ({ email: `new_${unique()}@example.com`, password: "wrong horse" }),
    expect: 422,
    but: SIGNED_IN_ONLY,
  },
  "POST /api/auth/email/verify": { make: async () => ({ token: "gone" }), expect: 422 },
  "POST /api/auth/email/revert": { make: async () => ({ token: "gone" }), expect: 422 },
  "POST /api/auth/user/password": {
    make: async () => ({ current_password: "wrong horse", ...passwords }),
    expect: 422,
    but: OPEN_WHILE_BANNED,
  },
  "GET /api/auth/export": { expect: 200, but: OPEN_WHILE_BANNED },
  "POST /api/auth/export": { make: withPassword, expect: 422, but: OPEN_WHILE_BANNED },
  "POST /api/auth/delete": {
    make: async (caller) => ({
      username: caller === "visitor" ? "" : callerUsers[caller].username,
      password: "wrong horse",
    }),
    expect: 422,
    but: OPEN_WHILE_BANNED,
  },
  // No account is linked; other tests cover linked ones.
  "POST /api/auth/discord/sync": { expect: 409, but: SIGNED_IN_ONLY },
  "POST /api/auth/discord/delete": { expect: 409, but: SIGNED_IN_ONLY },
  "GET /api/gold": { expect: 200 },
  // No caller has ever paid; other tests cover payments.
  "POST /api/auth/billing/customer": { expect: 404, but: { visitor: 401 } },
  "POST /api/auth/billing/invoices": { expect: 404, but: { visitor: 401 } },
  "POST /api/auth/billing/portal": { expect: 404, but: { visitor: 401 } },
  "POST /api/auth/billing/cancel": { expect: 409, but: { visitor: 401 } },
  "POST /api/auth/billing/resume": { expect: 409, but: SIGNED_IN_ONLY },
  "POST /api/auth/billing/swap": { make: async () => ({ id: "yearly" }), expect: 409, but: SIGNED_IN_ONLY },
  "POST /api/auth/billing/checkout": {
    make: async () => ({ id: "weekly" }),
    expect: 422,
    but: SIGNED_IN_ONLY,
  },
};
