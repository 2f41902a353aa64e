import { createHmac } from "node:crypto";
import { constantTimeEqual } from "../http/session.ts";

/** Whether Stripe signed a body at most `tolerance` seconds ago. Header: `t=…,v1=…,v1=…`, one per secret. */
export function isSignedByStripe(body: string, header: string, secret: string, tolerance: number): boolean {
  const parts = header.split(",").map((part) => part.split("="));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d+$/.test(time) || Date.now() / 1_000 - Number(time) > tolerance) return false;
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return parts.some(([name, signature = ""]) => name === "v1" && constantTimeEqual(signature, expected));
}
