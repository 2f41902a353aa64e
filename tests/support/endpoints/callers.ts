import type { Route } from "#domain/api/route.ts";
import { addUser, Browser, runSql, type TestResponse } from "../browser.ts";
import { addLevel } from "../world.ts";

export const CALLERS = ["visitor", "owner", "other", "blocked", "banned", "moderator", "admin"] as const;

export type EndpointCaller = (typeof CALLERS)[number];

/** How to call each endpoint; `make` runs for every call, so calls don't affect each other. */
export interface EndpointCase {
  make?(caller: EndpointCaller): Promise<Record<string, unknown>>;
  /** The parameters of its path, if a field of its input has the name of one. */
  params?(): Promise<Record<string, string>>;
  /** The status for everyone, with exceptions by caller. */
  expect: number;
  but?: Partial<Record<EndpointCaller, number>>;
}

export const callerUsers = {} as Record<Exclude<EndpointCaller, "visitor">, { id: number; username: string }>;

export const callerBrowsers = {} as Record<EndpointCaller, Browser>;

/** Deletes the owner's levels, of which the cases add more than a member can have. */
export const deleteOwnerLevels = () =>
  runSql`update levels set visibility = 'deleted', featured_at = null
    where user_id = ${callerUsers.owner.id}`;

export const addOwnerLevel = () => addLevel(callerUsers.owner.id);

/** Calls an endpoint as its case says. */
export const callCase = async (
  browser: Browser,
  route: Route,
  endpointCase: EndpointCase | undefined,
  caller: EndpointCaller,
): Promise<TestResponse> =>
  browser.call(route, await endpointCase?.make?.(caller), { params: await endpointCase?.params?.() });

export const callerId = (caller: EndpointCaller) => (caller === "visitor" ? 0 : callerUsers[caller].id);

export const withNewUser = async () => ({ username: (await addUser()).username });

export const ADMIN_ONLY = { visitor: 401, admin: 200 } as const;

export const STAFF_ONLY = { visitor: 401, moderator: 200, admin: 200 } as const;

export const SIGNED_IN_ONLY = { visitor: 401, banned: 403 } as const;

export const FOR_MEMBERS = { expect: 200, but: SIGNED_IN_ONLY };
export const FOR_CREATORS = { expect: 201, but: SIGNED_IN_ONLY };
export const FOR_STAFF = { expect: 403, but: STAFF_ONLY };
export const FOR_ADMINS = { expect: 403, but: ADMIN_ONLY };
/** The owner of what a path names, and admins. */
export const FOR_OWNER = { expect: 403, but: { ...SIGNED_IN_ONLY, owner: 200, admin: 200 } };
export const FOR_OWNER_AND_STAFF = { expect: 403, but: { ...FOR_OWNER.but, moderator: 200 } };

/** Whether an endpoint reads something that isn't named in its path, so its access says who gets it. */
export const isPlainRead = ({ method, path }: Route): boolean => method === "GET" && !path.includes("{");

/** The case of a plain read, by its declared access. */
export function plainReadCase({ access, whileBanned }: Route): EndpointCase {
  if (access === "public") return { expect: 200 };
  if (access === "host") return { expect: 401 };
  if (access === "member") return whileBanned ? { expect: 200, but: { visitor: 401 } } : FOR_MEMBERS;
  return access === "admin" ? FOR_ADMINS : FOR_STAFF;
}

/** Adds the callers, signs them in, and lets the owner block one of them. */
export async function signInCallers(): Promise<void> {
  for (const caller of CALLERS) {
    if (caller === "visitor") {
      callerBrowsers.visitor = await Browser.visitor();
      continue;
    }
    const role = caller === "moderator" || caller === "admin" ? caller : "member";
    const ban = caller === "banned" ? { banned_at: 1, ban_reason: "Spam" } : {};
    callerUsers[caller] = await addUser({ role, coins: 100, ...ban });
    callerBrowsers[caller] = await Browser.signedIn(callerUsers[caller], role);
  }
  await runSql`insert into blocks (user_id, blocked_id, created_at)
    values (${callerUsers.owner.id}, ${callerUsers.blocked.id}, 1)`;
  await runSql`insert into bans (user_id, reason, created_at) values (${callerUsers.banned.id}, 'Spam', 1)`;
}
