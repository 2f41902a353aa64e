import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { readOnlyRoute, type systemRoute } from "#domain/system/api.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

type ReadOnly = OutputOf<typeof systemRoute>["read_only"];

/** Whether the site saves nothing, and the admins' switch for it. */
export function ReadOnlySwitch({ readOnly: { on, fixed } }: { readOnly: ReadOnly }) {
  const isAdmin = useUser()?.role === "admin";
  const [isOpen, setOpen] = useState(false);
  const change = useAction((next: boolean) => call(readOnlyRoute, { input: { on: next } }), {
    toast: messageOf,
    errors: "toast",
    changes: ["/api/staff/system"],
    onEnd: () => setOpen(false),
  });
  return (
    <>
      <p>{on ? text.readOnlyOn : text.readOnlyOff}</p>
      {fixed && <p className={styles.muted}>{text.readOnlyFixed}</p>}
      {isAdmin && !fixed && (
        <div>
          <Button busy={change.busy} onClick={() => (on ? change.run(false) : setOpen(true))}>
            {on ? text.turnReadOnlyOff : text.turnReadOnlyOn}
          </Button>
        </div>
      )}
      <ConfirmModal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={text.readOnlyTitle}
        text={text.readOnlyText}
        action={text.turnReadOnlyOn}
        busy={change.busy}
        onConfirm={() => change.run(true)}
      />
    </>
  );
}
