import type { InputOf } from "#domain/api/route.ts";
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
export const sendMessage = (from: TestUser, to: { id: number }, body: string) =>
  from.output(sendMessageRoute, { userId: to.id, body });

export const messagesOf = (user: TestUser, other: { id: number }, input: Record<string, unknown> = {}) =>
  user.output(messageListRoute, { userId: other.id, ...input });

export const conversationsOf = (user: TestUser, input: Record<string, unknown> = {}) =>
  user.output(conversationListRoute, input);

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
