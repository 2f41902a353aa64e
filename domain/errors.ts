/**
 * Every refusal the site can answer with: one code, one status, one sentence for the person.
 * A code is thrown as `new Refusal(code)` and becomes `{message, code}` at one place (worker/http/errors.ts).
 */
export const API_ERRORS = {
  invalid: [422, "Please check what you entered."],
  bad_address: [400, "The address of this request can't be read."],
  unauthenticated: [401, "Sign in to do this."],
  session_changed: [401, "Your session has ended. Sign in again."],
  forbidden: [403, "You are not allowed to do this."],
  two_factor_required: [403, "Staff need two-factor authentication to act. Turn it on in your settings."],
  confirm_needed: [403, "Confirm your password to do this."],
  banned: [403, "Your account is banned."],
  not_found: [404, "There is nothing here."],
  method_not_allowed: [405, "This address does not answer that kind of request."],
  csrf: [419, "This page has been open for too long. Reload it and try again."],
  too_large: [413, "That is too large to be sent."],
  too_slow: [408, "What you sent came too slowly. Try again, with a better connection if you can."],
  bad_body: [400, "The request's body could not be read."],
  unsupported_body: [415, "The request's body is not of a kind this address takes."],
  not_a_socket: [426, "This address answers sockets only."],
  too_many: [429, "That was a lot at once. Wait a moment and try again."],
  bad_credentials: [422, "That username or password is not right."],
  wrong_password: [422, "That is not your password."],
  bad_code: [422, "That code is not right."],
  second_step_over: [422, "That took too long. Sign in again with your password."],
  two_factor_on: [409, "Two-factor authentication is on already."],
  two_factor_off: [409, "Two-factor authentication is off."],
  no_gold: [403, "This needs Gold."],
  no_customer: [404, "You have no Gold subscription."],
  no_billing: [409, "Gold can't be bought on this site."],
  billing_failed: [409, "The payment service did not answer as it should. Try again in a minute."],
  has_subscription: [409, "You have a Gold subscription already."],
  no_subscription: [409, "You have no Gold subscription that this could change."],
  theme_limit: [422, "You have as many profile themes as there can be. Delete one first."],
  no_discord: [409, "Discord can't be linked on this site."],
  not_linked: [409, "No Discord account is linked."],
  check_failed: [409, "The check for people did not answer as it should. Try again in a minute."],
  discord_failed: [409, "Discord did not answer as it should. Try again in a minute."],
  taken_down: [403, "Our staff made this level private. It stays so; you can ask them why."],
  level_limit: [
    422,
    "You have made as many levels as your account allows. Delete one, or get Gold for more.",
  ],
  outfit_limit: [422, "You have as many outfits as there can be. Delete one first."],
  too_few_coins: [422, "You don't have enough coins for this."],
  already_owned: [409, "You own this item already."],
  price_changed: [409, "The price has changed in the meantime. Look at it again."],
  not_for_sale: [409, "This can't be bought just now."],
  sold_out: [409, "The last copy has just been sold."],
  gold_only: [403, "Gold members can get this item in its month."],
  not_resellable: [422, "Only copies of limited items that are sold no more can be offered."],
  not_your_copy: [403, "This copy isn't yours."],
  page_too_deep: [422, "That page is too deep to open directly. Search or filter to narrow the list."],
  cannot_rate: [403, "Clear this level or play it for 10 minutes before you rate it."],
  cannot_rate_own: [403, "You can't rate your own level."],
  name_reserved: [422, "This username is reserved. Try another one."],
  name_refused: [422, "This username can't be used. Try another one."],
  word_refused: [422, "There is a word in it that can't be used here."],
  words_full: [422, "The list is full. Take a word off it first."],
  comments_disabled: [403, "Comments are turned off here."],
  comments_not_allowed: [403, "This person does not take comments from you."],
  blocked_by_you: [403, "This user is blocked"],
  contact_refused: [403, "This person does not take messages from you."],
  quote_refused: [403, "You can't quote this person."],
  thread_locked: [403, "This thread is locked."],
  bookmark_limit: [422, "You have bookmarked as many threads as there can be. Take a bookmark away first."],
  own_account: [422, "That is you."],
  buddy_limit: [422, "There is no room for more buddies or requests."],
  wish_limit: [422, "Your wishlist is full. Take something off it first."],
  join_refused: [403, "This person does not let you join them."],
  not_in_game: [409, "They aren't in a level any more."],
  no_host: [409, "No game host is online just now. Try again in a minute."],
  hosts_full: [409, "Every game host is full just now. Try again in a minute."],
  host_full: [409, "That game is full. Try again in a moment."],
  host_key: [401, "This is not the key of a game host."],
  host_disabled: [403, "This game host is switched off."],
  idempotency_key: [
    422,
    "Send an Idempotency-Key header of 8 to 64 letters, digits, - or _, the same one each time a call is tried again.",
  ],
  idempotency_mismatch: [409, "This Idempotency-Key was used for a call with another body."],
  token_malformed: [422, "This is not a join token."],
  token_unsigned: [422, "This join token is not signed."],
  token_signature: [422, "This join token has been altered, or was signed by another key."],
  token_not_yet: [422, "This join token is from a time to come."],
  token_audience: [422, "This join token is for another host."],
  token_issuer: [422, "This join token is from another site."],
  token_used: [409, "This join token has been used."],
  not_playing: [409, "This player does not play this level here."],
  grant_limit: [409, "The level has given away what it may on a day."],
  token_expired: [422, "This link has been used or has expired. Ask for a new one."],
  conflict: [409, "Somebody changed this in the meantime. Reload and try again."],
  internal: [500, "Something broke on our side. It has been noted; try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof API_ERRORS;

/** Messages per field, in the order a form shows them. */
export type FieldErrors = Record<string, string[]>;

/** A request that is answered with a 4xx. `message` replaces the catalogue's sentence where more is known. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  /** Seconds until another try makes sense (429 only). */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: { message?: string; errors?: FieldErrors; retryAfter?: number } = {}) {
    const [status, message] = API_ERRORS[code];
    super(detail.message ?? message);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.errors = detail.errors;
    this.retryAfter = detail.retryAfter;
  }
}

/** A refusal of that code about one field: its text, the catalogue's unless told, is both the message and the field's error. */
export function fieldErrorAt(
  field: string,
  code: ErrorCode,
  message: string = API_ERRORS[code][1],
): ApiError {
  return new ApiError(code, { message, errors: { [field]: [message] } });
}

/** The same where what was sent is invalid. */
export const fieldError = (field: string, message: string): ApiError =>
  fieldErrorAt(field, "invalid", message);
