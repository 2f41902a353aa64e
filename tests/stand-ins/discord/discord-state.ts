import { createHash, randomBytes } from "node:crypto";
import { ROLE_RECORDS } from "#domain/discord/roles.ts";
import { type StandInResponse, ThrownResponse } from "../server.ts";

/** Makes the next `times` calls of a part fail for a person. */
export interface InjectedFailure {
  person: string;
  part: "token" | "revoke" | "profile" | "connection";
  status: number;
  times: number;
}

export interface DiscordState extends IssuedGrants {
  people: DiscordPerson[];
  /** Each person's role connection. */
  connections: Record<string, unknown>;
  /** The values that servers can base roles on. */
  records: readonly { key: string }[];
  failures: InjectedFailure[];
}

export const newDiscordState = (): DiscordState => ({
  people: [...DISCORD_PEOPLE],
  codes: {},
  grants: [],
  connections: {},
  records: ROLE_RECORDS,
  failures: [],
});

export const throwError = (status: number, message: string): never => {
  throw new ThrownResponse({ status, body: { message, code: 0 } });
};

/** Throws if a test has injected a failure. */
export function throwInjectedFailure(
  { failures }: DiscordState,
  person: string | undefined,
  part: InjectedFailure["part"],
): void {
  const failure = failures.find((one) => one.person === person && one.part === part && one.times > 0);
  if (!failure) return;
  failure.times--;
  throwError(failure.status, "A test made the stand-in fail.");
}

/** People whose profile response waits until a test releases it. */
export type HeldProfiles = Map<string, PromiseWithResolvers<void>>;

/** A user of the Discord stand-in. */
export interface DiscordPerson {
  id: string;
  username: string;
  global_name: string | null;
}

/** The initial made-up users. */
export const DISCORD_PEOPLE: readonly DiscordPerson[] = [
  { id: "900000000000000001", username: "marzipan.moth", global_name: "Marzipan Moth" },
  { id: "900000000000000002", username: "gravelbard", global_name: null },
  { id: "900000000000000003", username: "tin_otter", global_name: "The Tin Otter" },
];

const CODE_LIFETIME_MS = 60 * 1000;
const TOKEN_SECONDS = 7 * 24 * 60 * 60;

const secret = () => randomBytes(24).toString("base64url");

interface Code {
  person: string;
  scopes: string[];
  redirect: string;
  /** The S256 hash of the code verifier. */
  challenge: string;
  expires: number;
}

export interface DiscordGrant {
  person: string;
  scopes: string[];
  access: string;
  refresh: string;
  expires: number;
}

/** Issued codes and tokens. */
export interface IssuedGrants {
  codes: Record<string, Code>;
  grants: DiscordGrant[];
}

const invalid = (error: string, status = 400): never => {
  throw new ThrownResponse({
    status,
    body: { error, error_description: "The stand-in rejected the request." },
  });
};

/** Issues a code for a person who has authorized the site. */
export function issueCode(issued: IssuedGrants, code: Omit<Code, "expires">): string {
  const name = secret();
  issued.codes[name] = { ...code, expires: Date.now() + CODE_LIFETIME_MS };
  return name;
}

/** Returns the owner of a code or token; undefined if it was never issued. */
export const personOf = ({ codes, grants }: IssuedGrants, form: URLSearchParams): string | undefined =>
  codes[form.get("code") ?? ""]?.person ??
  grants.find(({ access, refresh }) => {
    const named = form.get("refresh_token") ?? form.get("token");
    return named === refresh || named === access;
  })?.person;

function issueGrant(issued: IssuedGrants, person: string, scopes: string[]): StandInResponse {
  const tokens = {
    person,
    scopes,
    access: secret(),
    refresh: secret(),
    expires: Date.now() + TOKEN_SECONDS * 1000,
  };
  issued.grants.push(tokens);
  return {
    body: {
      token_type: "Bearer",
      access_token: tokens.access,
      refresh_token: tokens.refresh,
      expires_in: TOKEN_SECONDS,
      scope: scopes.join(" "),
    },
  };
}

/** Handles the token endpoint. A code works once, for a minute, with the same redirect URL and the right verifier. */
export function exchangeToken(issued: IssuedGrants, form: URLSearchParams): StandInResponse {
  if (form.get("grant_type") === "refresh_token") {
    const old = issued.grants.find(({ refresh }) => refresh === form.get("refresh_token"));
    if (!old) return invalid("invalid_grant");
    issued.grants = issued.grants.filter((one) => one !== old);
    return issueGrant(issued, old.person, old.scopes);
  }
  if (form.get("grant_type") !== "authorization_code") return invalid("unsupported_grant_type");
  const name = form.get("code") ?? "";
  const code = issued.codes[name];
  delete issued.codes[name];
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  if (!code || code.expires < Date.now() || code.redirect !== form.get("redirect_uri"))
    return invalid("invalid_grant");
  if (code.challenge !== challenge) return invalid("invalid_grant");
  return issueGrant(issued, code.person, code.scopes);
}

/** Revokes all of a person's tokens, like Discord. */
export function revokeGrants(issued: IssuedGrants, person: string | undefined): StandInResponse {
  issued.grants = issued.grants.filter((one) => one.person !== person);
  return { body: {} };
}

/** Returns the person of an access token. Throws if it's invalid or lacks the scope. */
export function authenticate(
  { grants }: IssuedGrants,
  authorization: string | undefined,
  scope: string,
): string {
  const grant = grants.find(
    ({ access, expires }) => authorization === `Bearer ${access}` && expires > Date.now(),
  );
  if (!grant) throw new ThrownResponse({ status: 401, body: { message: "401: Unauthorized", code: 0 } });
  if (!grant.scopes.includes(scope))
    throw new ThrownResponse({ status: 403, body: { message: "Missing Access", code: 50001 } });
  return grant.person;
}
