import { expect } from "vitest";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import {
  conversationListRoute,
  messageListRoute,
  readMessagesRoute,
  sendMessageRoute,
} from "#domain/conversations/api.ts";
import type { Answer } from "./browser.ts";
import type { Person } from "./people.ts";

let sent = 0;

/** A name that no other message has. */
export const clientId = (): string => `test-client-${++sent}`;

/** Says something to somebody; a refusal is an answer, too. */
export const send = (from: Person, to: { id: number }, body: string, client_id?: string): Promise<Answer> =>
  from.browser.call(sendMessageRoute, {
    params: { userId: to.id },
    input: { body, ...(client_id && { client_id }) } satisfies Partial<InputOf<typeof sendMessageRoute>>,
  });

/** The same where a refusal would be a mistake. */
export async function say(
  from: Person,
  to: { id: number },
  body: string,
): Promise<OutputOf<typeof sendMessageRoute>> {
  const { status, body: answer } = await send(from, to, body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer as OutputOf<typeof sendMessageRoute>;
}

export async function messagesOf(
  who: Person,
  other: { id: number },
  input: Record<string, unknown> = {},
): Promise<OutputOf<typeof messageListRoute>> {
  const { status, body } = await who.browser.call(messageListRoute, { params: { userId: other.id }, input });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as OutputOf<typeof messageListRoute>;
}

export async function conversationsOf(
  who: Person,
  input: Record<string, unknown> = {},
): Promise<OutputOf<typeof conversationListRoute>> {
  const { status, body } = await who.browser.call(conversationListRoute, { input });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as OutputOf<typeof conversationListRoute>;
}

export const read = (who: Person, other: { id: number }, last_message?: string): Promise<Answer> =>
  who.browser.call(readMessagesRoute, {
    params: { userId: other.id },
    input: last_message ? { last_message } : {},
  });
