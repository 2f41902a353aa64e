import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast-store.ts";
import { toastFailure } from "./act.ts";
import { invalidateUrls } from "./query.ts";

/** What an answer has to say. */
export interface MessageResponse {
  message: string;
}

/** What follows when a window's form has done its work: the answer is told, then the window sees to what it shows. */
export const toastThen =
  (...then: (() => void)[]) =>
  ({ message }: MessageResponse): void => {
    toast(message, { tone: "good" });
    for (const next of then) next();
  };

/**
 * A press that is answered by a sentence, or by a refusal: either is told. Then every address that `changed` fits is asked
 * anew, also where somebody else was faster.
 */
export function useToastMutation<V = void>(act: (what: V) => Promise<MessageResponse>, changed: RegExp) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: toastThen(),
    onError: ({ message }) => toastFailure(message),
    onSettled: () => invalidateUrls(client, changed),
  });
}
