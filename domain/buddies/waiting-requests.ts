import * as z from "zod/mini";
import { userCard } from "../api/response.ts";

export const waitingRequests = z.object({ people: z.array(userCard), total: z.int() });
export type WaitingRequests = z.infer<typeof waitingRequests>;
