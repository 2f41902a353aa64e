import { messageId, pairKey } from "#domain/conversations/ids.ts";
import { ApiError } from "#domain/errors.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import type { Submission } from "../objects/conversation-api.ts";

import { findConversation } from "./find-conversation.ts";

/** Sends a message, by HTTP or socket. Throws `ApiError`. `region` is the sender's, unless a hub calls. */
export async function sendMessage(env: Env, to: number, message: Submission, region?: HostRegion | null) {
  const { sender } = message;
  if (to === sender) throw new ApiError("own_account");
  const conversation = await findConversation(env, [sender, to], region);
  if (!conversation) throw new ApiError("not_found", { message: "This user doesn't exist." });
  const sent = await conversation.send(message);
  if (!sent.ok) throw new ApiError(sent.code, sent.message === undefined ? {} : { message: sent.message });
  return { id: messageId(pairKey(sender, to), sent.seq), at: sent.at, delivery: sent.delivery };
}
