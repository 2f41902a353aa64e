import { makeAdmin } from "../admin/make-admin.ts";
import { OperatorClient } from "../backup/operator-client.ts";
import { localSecrets } from "../site/secrets.ts";
import type { Site } from "../site/site.ts";
import type { OperatorCall } from "./operator-socket.ts";

/** A site of this process. */
interface OperatedSite {
  site: Site;
  state: string;
  /** The site's own URL. */
  origin: string;
}

/** Carries out an operator's call. Returns the message for the operator. Throws a Problem if it isn't possible. */
export async function operate({ site, state, origin }: OperatedSite, call: OperatorCall): Promise<string> {
  if ("username" in call) return makeAdmin(site.d1, call.username);
  const { OPERATOR_SECRET: secret } = localSecrets(state);
  const client = new OperatorClient({ url: origin, secret, send: site.dispatch });
  if ("reset_two_factor" in call) return client.resetTwoFactor(call.reset_two_factor);
  await client.setReadOnly(call.read_only);
  return `Read-only mode is ${call.read_only}.`;
}
