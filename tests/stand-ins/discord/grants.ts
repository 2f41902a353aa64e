import { createHash, randomBytes } from "node:crypto";
import { type Answer, Stop } from "../server.ts";

const CODE_LIFE = 60 * 1000;
const TOKEN_SECONDS = 7 * 24 * 60 * 60;

const secret = () => randomBytes(24).toString("base64url");

interface Code {
  person: string;
  scopes: string[];
  redirect: string;
  /** The S256 hash of what whoever brings the code must know. */
  challenge: string;
  expires: number;
}

export interface Grant {
  person: string;
  scopes: string[];
  access: string;
  refresh: string;
  expires: number;
}

/** What the stand-in has given out. */
export interface Given {
  codes: Record<string, Code>;
  grants: Grant[];
}

const invalid = (error: string, status = 400): never => {
  throw new Stop({ status, body: { error, error_description: "The stand-in says no." } });
};

/** A code for somebody who has said yes. */
export function giveCode(given: Given, code: Omit<Code, "expires">): string {
  const name = secret();
  given.codes[name] = { ...code, expires: Date.now() + CODE_LIFE };
  return name;
}

/** Whom a code or a refresh token is of; undefined for one that was never given. */
export const personOf = ({ codes, grants }: Given, form: URLSearchParams): string | undefined =>
  codes[form.get("code") ?? ""]?.person ??
  grants.find(({ access, refresh }) => {
    const named = form.get("refresh_token") ?? form.get("token");
    return named === refresh || named === access;
  })?.person;

function grant(given: Given, person: string, scopes: string[]): Answer {
  const made = {
    person,
    scopes,
    access: secret(),
    refresh: secret(),
    expires: Date.now() + TOKEN_SECONDS * 1000,
  };
  given.grants.push(made);
  return {
    body: {
      token_type: "Bearer",
      access_token: made.access,
      refresh_token: made.refresh,
      expires_in: TOKEN_SECONDS,
      scope: scopes.join(" "),
    },
  };
}

/** The token endpoint: a code counts once, in its minute, for the same address and whoever knows its verifier. */
export function token(given: Given, form: URLSearchParams): Answer {
  if (form.get("grant_type") === "refresh_token") {
    const old = given.grants.find(({ refresh }) => refresh === form.get("refresh_token"));
    if (!old) return invalid("invalid_grant");
    given.grants = given.grants.filter((one) => one !== old);
    return grant(given, old.person, old.scopes);
  }
  if (form.get("grant_type") !== "authorization_code") return invalid("unsupported_grant_type");
  const name = form.get("code") ?? "";
  const code = given.codes[name];
  delete given.codes[name];
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  if (!code || code.expires < Date.now() || code.redirect !== form.get("redirect_uri"))
    return invalid("invalid_grant");
  if (code.challenge !== challenge) return invalid("invalid_grant");
  return grant(given, code.person, code.scopes);
}

/** As Discord does: whatever the site had of that person is void. */
export function revoke(given: Given, person: string | undefined): Answer {
  given.grants = given.grants.filter((one) => one.person !== person);
  return { body: {} };
}

/** Who calls with an access token that has that scope. */
export function bearer({ grants }: Given, authorization: string | undefined, scope: string): string {
  const held = grants.find(
    ({ access, expires }) => authorization === `Bearer ${access}` && expires > Date.now(),
  );
  if (!held) throw new Stop({ status: 401, body: { message: "401: Unauthorized", code: 0 } });
  if (!held.scopes.includes(scope))
    throw new Stop({ status: 403, body: { message: "Missing Access", code: 50001 } });
  return held.person;
}
