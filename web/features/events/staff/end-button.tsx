import { CircleStop } from "lucide-react";
import { useState } from "react";
import { messageOf, useAction } from "#web/lib/action.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { staffEventsText as text } from "../text.ts";
import { SHOWS_EVENTS } from "./shows-events.ts";

export interface EndButtonProps {
  name: string;
  title: string;
  question: string;
  action: string;
  end: () => Promise<{ message: string }>;
}

export function EndButton({ name, title, question, action, end }: EndButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, run } = useAction(end, {
    toast: messageOf,
    errors: "modal",
    onEnd: () => setConfirming(false),
    changes: SHOWS_EVENTS,
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
        busy={busy}
        onConfirm={() => run()}
      />
    </>
  );
}
