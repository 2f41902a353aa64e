import type { LookToken } from "#domain/avatar/look-url.ts";

const KEY = "visitor-look";
/** The letters of tokens. Code that needs the look itself decodes it. */
const TOKEN = /^[\w.-]{1,136}$/;

/** The look that a visitor put together on the front page, or null. Storage can be blocked or hold anything. */
export function readVisitorLook(): LookToken | null {
  try {
    const token = localStorage.getItem(KEY);
    return token && TOKEN.test(token) ? token : null;
  } catch {
    return null;
  }
}

/** Keeps a visitor's look in this browser until they sign up. Without storage, it lasts as long as the page. */
export function saveVisitorLook(token: LookToken): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // Nothing depends on it.
  }
}

/** Forgets the look once an account has it. */
export function clearVisitorLook(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There was none.
  }
}
