import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop } from "lucide-react";
import { useState } from "react";
import { invalidateUrls } from "#web/lib/query.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { alertError } from "#web/ui/alert-store.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { staffEventsText as text } from "../text.ts";
import { EVENT_URLS } from "./event-urls.ts";

export interface EndButtonProps {
  /** The name of the event or challenge. */
  name: string;
  title: string;
  question: string;
  /** The confirm button's label. */
  action: string;
  end: () => Promise<{ message: string }>;
}

/** Ends an event or challenge after a confirmation. */
export function EndButton({ name, title, question, action, end }: EndButtonProps) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const ending = useMutation({
    mutationFn: end,
    onSuccess: toastThen(),
    onError: (error) => alertError(error.message),
    // Also on failure: it may have ended already.
    onSettled: () => {
      setConfirming(false);
      return invalidateUrls(client, EVENT_URLS);
    },
  });
  return (
    <>
      <Button icon={CircleStop} aria-label={text.endOf(name)} onClick={() => setConfirming(true)}>
        {text.endShort}
      </Button>
      <ConfirmModal
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={title}
        text={question}
        action={action}
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
      />
    </>
  );
}
