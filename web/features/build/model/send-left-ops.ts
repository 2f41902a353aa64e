import type { ClientOp, ServerMessage } from "#domain/build/messages.ts";
import { BuildLink } from "./build-link.ts";
import { SendQueue } from "./send-queue.ts";
import { deleteUnsentOps, type OpOwner } from "./unsent-ops.ts";

/** Sends the operations of an earlier page under its own number. `release` ends the right to do so. Closes the connection once all are handled. */
export function sendLeftOps(owner: OpOwner, ops: readonly ClientOp[], release: () => void): void {
  const { level, client } = owner;
  let left = ops;
  const onMessage = (message: ServerMessage) => {
    let handled = 0;
    if ("hello" in message) handled = message.hello.n;
    else if ("ok" in message) handled = message.ok;
    else if ("no" in message) handled = message.no;
    else return;
    left = left.filter(({ n }) => n > handled);
    void deleteUnsentOps(owner, handled);
    if ("hello" in message) queue.restart(left);
    if (left.length === 0) link.close();
  };
  const link = new BuildLink({ level, resume: () => ({ client, after: 0 }), onMessage });
  const queue = new SendQueue((message) => link.send(message));
  link.state.subscribe(() => {
    if (link.state.get() !== "closed") return;
    queue.close();
    release();
  });
}
