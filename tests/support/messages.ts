import { expect } from "vitest";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import {
  conversationListRoute,
  messageListRoute,
  readMessagesRoute,
  sendMessageRoute,
} from "#domain/conversations/api.ts";
import type { Browser, TestResponse } from "./browser.ts";
import { signedInUser, type TestUser } from "./test-user.ts";

let sent = 0;

/** Returns a unique client id for a message. */
export const newClientId = (): string => `test-client-${++sent}`;

/** Sends a message. Returns the response, even if it's an error. */
export const trySendMessage = (
  from: Browser,
  to: { id: number },
  body: string,
  client_id?: string,
): Promise<TestResponse> =>
  from.call(sendMessageRoute, {
    userId: to.id,
    ...({ body, ...(client_id && { client_id }) } satisfies Partial<InputOf<typeof sendMessageRoute>>),
  });

/** Sends a message and expects success. */
export async function sendMessage(
  from: TestUser,
  to: { id: number },
  body: string,
): Promise<OutputOf<typeof sendMessageRoute>> {
  const { status, body: output } = await trySendMessage(from, to, body);
  expect(status, JSON.stringify(output)).toBe(200);
  return output as OutputOf<typeof sendMessageRoute>;
}

export async function messagesOf(
  user: TestUser,
  other: { id: number },
  input: Record<string, unknown> = {},
): Promise<OutputOf<typeof messageListRoute>> {
  const { status, body } = await user.call(messageListRoute, { userId: other.id, ...input });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as OutputOf<typeof messageListRoute>;
}

export async function conversationsOf(
  user: TestUser,
  input: Record<string, unknown> = {},
): Promise<OutputOf<typeof conversationListRoute>> {
  const { status, body } = await user.call(conversationListRoute, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as OutputOf<typeof conversationListRoute>;
}

/** The texts of a conversation, oldest first. */
export const bodiesOf = async (user: TestUser, other: TestUser): Promise<string[]> =>
  (await messagesOf(user, other)).data.map(({ body }) => body).reverse();

export const unreadOf = async (user: TestUser): Promise<number> => (await conversationsOf(user)).unread_count;

export const pair = async (): Promise<[TestUser, TestUser]> => [await signedInUser(), await signedInUser()];

export const markMessagesRead = (
  user: TestUser,
  other: { id: number },
  last_message?: string,
): Promise<TestResponse> =>
  user.call(readMessagesRoute, { userId: other.id, ...(last_message ? { last_message } : {}) });
