/** Every error the API returns on purpose: its status and message. `new ApiError(code)` becomes `{message, code}`. */
export const API_ERRORS = {
  invalid: [422, "Please check what you entered."],
  bad_address: [400, "This URL can't be read."],
  unauthenticated: [401, "Sign in to do this."],
  session_changed: [401, "Your session has ended. Sign in again."],
  forbidden: [403, "You're not allowed to do this."],
  two_factor_required: [403, "Staff tools need two-factor authentication. Turn it on in your settings."],
  confirm_needed: [403, "Confirm your password to do this."],
  banned: [403, "Your account is banned."],
  not_found: [404, "There's nothing here."],
  method_not_allowed: [405, "This URL doesn't support that method."],
  csrf: [419, "This page has been open for too long. Reload it and try again."],
  too_large: [413, "That's too large to send."],
  too_slow: [408, "The upload timed out. Please try again."],
  bad_body: [400, "The request's body couldn't be read."],
  unsupported_body: [415, "This URL doesn't accept that kind of request body."],
  not_a_socket: [426, "This URL accepts only WebSockets."],
  too_many: [429, "You're going too fast. Wait a moment and try again."],
  bad_credentials: [422, "That username or password isn't right."],
  wrong_password: [422, "That's not your password."],
  bad_code: [422, "That code isn't right."],
  second_step_over: [422, "That took too long. Sign in again with your password."],
  two_factor_on: [409, "Two-factor authentication is already on."],
  two_factor_off: [409, "Two-factor authentication is off."],
  no_gold: [403, "You need Gold for this."],
  no_customer: [404, "You don't have a Gold subscription."],
  no_billing: [409, "Gold can't be bought on this site."],
  billing_failed: [409, "The payment service isn't responding. Try again in a minute."],
  has_subscription: [409, "You already have a Gold subscription."],
  no_subscription: [409, "You don't have a Gold subscription to change."],
  theme_limit: [422, "You've reached the limit for custom themes. Delete one first."],
  no_discord: [409, "Discord can't be linked on this site."],
  not_linked: [409, "No Discord account is linked."],
  check_failed: [409, "The human check isn't responding. Try again in a minute."],
  discord_failed: [409, "Discord isn't responding. Try again in a minute."],
  taken_down: [403, "Our staff made this level private, so you can't publish it. You can ask them why."],
  level_limit: [422, "You've reached your level limit. Delete one, or get Gold for more."],
  editor_limit: [422, "A level can have at most 8 editors. Remove one first."],
  prefab_limit: [422, "You've reached the prefab limit. Delete one first."],
  clear_needed: [
    422,
    "Clear the level once as it is now before you publish it, so everyone knows it can be done. Or publish it as private.",
  ],
  outfit_limit: [422, "You've reached the outfit limit. Delete one first."],
  too_few_coins: [422, "You don't have enough coins for this."],
  already_owned: [409, "You already own this item."],
  price_changed: [409, "The price just changed. Check it and try again."],
  email_unverified: [
    403,
    "Verify your email address first: open the link in our mail, or send it again in your settings. Until then you can buy official items.",
  ],
  not_for_sale: [409, "This isn't for sale right now."],
  sold_out: [409, "The last copy was just sold."],
  gold_only: [403, "Only Gold members can get this item, in its month."],
  not_resellable: [422, "You can only sell copies of limited items that are no longer sold."],
  not_your_copy: [403, "This copy isn't yours."],
  page_too_deep: [422, "That page is too far to open directly. Search or filter to narrow the list."],
  cannot_rate: [403, "Clear this level or play it for 10 minutes before you rate it."],
  cannot_rate_own: [403, "You can't rate your own level."],
  name_reserved: [422, "This username is reserved. Try another one."],
  name_refused: [422, "This username can't be used. Try another one."],
  word_refused: [422, "It contains a word that isn't allowed here."],
  words_full: [422, "The list is full. Remove a word first."],
  comments_disabled: [403, "Comments are turned off here."],
  comments_not_allowed: [403, "You can't comment on this profile."],
  blocked_by_you: [403, "This user is blocked"],
  contact_refused: [403, "You can't message this person."],
  quote_refused: [403, "You can't quote this person."],
  thread_locked: [403, "This thread is locked."],
  bookmark_limit: [422, "You've reached the bookmark limit. Remove one first."],
  own_account: [422, "You can't do that to yourself."],
  follow_limit: [422, "You follow as many creators as you can. Unfollow one first."],
  buddy_limit: [422, "There's no room for more buddies or requests."],
  wish_limit: [422, "Your wishlist is full. Remove something first."],
  join_refused: [403, "You can't join this person."],
  other_client: [409, "They play in another app."],
  removed_from_level: [403, "You were removed from this level. You can come back within an hour."],
  not_in_game: [409, "They're no longer in a level."],
  no_host: [409, "No game host is online right now. Try again in a minute."],
  hosts_full: [409, "Every game host is full right now. Try again in a minute."],
  host_full: [409, "That game is full. Try again in a moment."],
  host_key: [401, "This isn't a game host's key."],
  host_disabled: [403, "This game host is switched off."],
  idempotency_key: [
    422,
    "Send an Idempotency-Key header of 8 to 64 letters, digits, - or _. Use the same key when you retry a call.",
  ],
  already_done: [409, "This was already saved. Reload the page to see it."],
  idempotency_mismatch: [409, "This Idempotency-Key was already used with a different body."],
  token_malformed: [422, "This isn't a join token."],
  token_unsigned: [422, "This join token isn't signed."],
  token_signature: [422, "This join token was changed, or signed with another key."],
  token_not_yet: [422, "This join token isn't valid yet."],
  token_audience: [422, "This join token is for another host."],
  token_issuer: [422, "This join token is from another site."],
  token_used: [409, "This join token was already used."],
  not_playing: [409, "This player isn't playing this level here."],
  grant_limit: [409, "This level has reached its daily limit for rewards."],
  token_expired: [422, "This link has expired or was already used. Ask for a new one."],
  conflict: [409, "Someone else changed this. Reload and try again."],
  unavailable: [503, "The site can't do this right now. Try again in a moment."],
  overloaded: [503, "The site is very busy. Try again in a moment."],
  cannot_save: [503, "The site can't save right now. Try again in a few minutes."],
  read_only: [
    503,
    "The site is being worked on, so nothing can be saved right now. Try again in a few minutes.",
  ],
  misconfigured: [503, "The site isn't set up completely. Its operators can see what's missing."],
  internal: [500, "Something broke on our side. We've logged it. Try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof API_ERRORS;

/** Messages by field, in the order a form shows them. */
export type FieldErrors = Record<string, string[]>;

/** An error response (4xx or 503). `message` replaces the default text of the code when more is known. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  /** Seconds until a retry can succeed (429 and 503 only). */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: { message?: string; errors?: FieldErrors; retryAfter?: number } = {}) {
    const [status, message] = API_ERRORS[code];
    super(detail.message ?? message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.errors = detail.errors;
    this.retryAfter = detail.retryAfter;
  }
}

/** An error about one field. Its message, by default that of the code, is also the field's error. */
export function fieldErrorAt(
  field: string,
  code: ErrorCode,
  message: string = API_ERRORS[code][1],
): ApiError {
  return new ApiError(code, { message, errors: { [field]: [message] } });
}

/** A validation error about one field. */
export const fieldError = (field: string, message: string): ApiError =>
  fieldErrorAt(field, "invalid", message);
