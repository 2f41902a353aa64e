import { sendMessageRoute } from "#domain/conversations/api.ts";
import type { MessageDraft } from "#domain/conversations/reduce-chat.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { connectionState, onLiveEvent, sendFrame } from "#web/lib/live/live-events.ts";
import { noteReadOnly } from "#web/lib/read-only.ts";

type Sent = NonNullable<MessageDraft["sent"]>;

const REQUEST_TIMEOUT_MS = 20_000;
/** A socket without a reply within this time may be dead; the message goes over HTTP. */
const REPLY_TIMEOUT_MS = 5_000;

/** Sends over HTTP if the socket is closed or leaves the result unknown. The `client_id` prevents duplicates. */
export async function sendDraft(draft: MessageDraft): Promise<Sent> {
  return (await sendOnSocket(draft)) ?? sendOverHttp(draft);
}

/** Returns null if HTTP has to decide. */
async function sendOnSocket({ user_id, client_id, body }: MessageDraft): Promise<Sent | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent | null>();
  const stops = [
    onLiveEvent((event) => {
      if (event.event === "MessageSent" && event.client_id === client_id)
        resolve({ id: event.id, created_at: event.created_at });
      if (event.event !== "MessageRejected" || event.client_id !== client_id) return;
      // The socket's session may have been renewed; a request has the new cookie.
      if (event.code === "session_changed") return resolve(null);
      noteReadOnly(event.code);
      reject(new ResponseError(event.status, event.code, event.message));
    }),
    connectionState.subscribe(() => connectionState.get() !== "open" && resolve(null)),
  ];
  const timer = setTimeout(() => resolve(null), REPLY_TIMEOUT_MS);
  // Right after the network is gone, the socket still counts as open.
  if (!navigator.onLine || !sendFrame({ type: "send", user_id, client_id, body })) resolve(null);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop();
  }
}

async function sendOverHttp({ user_id, body, client_id }: MessageDraft): Promise<Sent> {
  const { id, created_at } = await call(
    sendMessageRoute,
    {
      params: { userId: user_id },
      input: { body, client_id },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    },
    // Without the server's message the chat says "Error" (spec 2 §8).
    "",
  );
  return { id, created_at };
}
