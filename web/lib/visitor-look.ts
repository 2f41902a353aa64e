import type { LookToken } from "#domain/avatar/look-url.ts";
import { deviceStorage } from "./storage.ts";

const KEY = "visitor-look";
/** The letters of tokens. Code that needs the look itself decodes it. */
const TOKEN = /^[\w.-]{1,136}$/;

/** The look that a visitor put together on the front page, or null. Storage can hold anything. */
export function readVisitorLook(): LookToken | null {
  const token = deviceStorage.get(KEY);
  return token && TOKEN.test(token) ? token : null;
}

/** Keeps a visitor's look in this browser until they sign up. Without storage, it lasts as long as the page. */
export function saveVisitorLook(token: LookToken): void {
  deviceStorage.set(KEY, token);
}

/** Forgets the look once an account has it. */
export function clearVisitorLook(): void {
  deviceStorage.set(KEY, null);
}
