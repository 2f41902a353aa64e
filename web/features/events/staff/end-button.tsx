import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop } from "lucide-react";
import { useState } from "react";
import { invalidateUrls } from "#web/lib/query.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { staffEventsText as text } from "#web/text/events.ts";
import { alertError } from "#web/ui/alert-store.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/modal.tsx";
import { EVENT_NEWS } from "./news.ts";

export interface EndButtonProps {
  /** What is ended. */
  name: string;
  title: string;
  question: string;
  /** The act, as a verb. */
  act: string;
  end: () => Promise<{ message: string }>;
}

/** Ends an event or a challenge, once that was asked. */
export function EndButton({ name, title, question, act, end }: EndButtonProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const ending = useMutation({
    mutationFn: end,
    onSuccess: toastThen(),
    onError: (error) => alertError(error.message),
    // It may have ended by itself.
    onSettled: () => {
      setAsked(false);
      return invalidateUrls(client, EVENT_NEWS);
    },
  });
  return (
    <>
      <Button icon={CircleStop} aria-label={text.endOf(name)} onClick={() => setAsked(true)}>
        {text.endShort}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={title}
        text={question}
        action={act}
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
      />
    </>
  );
}
