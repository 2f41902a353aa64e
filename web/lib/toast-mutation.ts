import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast-store.ts";
import { toastError } from "./async-action.ts";
import { invalidateUrls } from "./query.ts";

/** A response with a message for the user. */
export interface MessageResponse {
  message: string;
}

/** Returns a success handler that shows the response's message as a toast, then calls `then`. */
export const toastThen =
  (...then: (() => void)[]) =>
  ({ message }: MessageResponse): void => {
    toast(message, { tone: "good" });
    for (const next of then) next();
  };

/**
 * A mutation that shows its message or its error as a toast. Then it invalidates all URLs that match `changed`, even after
 * an error, because someone else may have been faster.
 */
export function useToastMutation<V = void>(
  mutate: (variables: V) => Promise<MessageResponse>,
  changed: RegExp,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mutate,
    onSuccess: toastThen(),
    onError: ({ message }) => toastError(message),
    onSettled: () => invalidateUrls(client, changed),
  });
}
