import { createHash, randomBytes } from "node:crypto";
import { type StandInResponse, ThrownResponse } from "../server.ts";

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
