import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldErrors } from "#domain/errors.ts";
import { banRoute, banStateRoute, unbanRoute } from "#domain/moderation/api.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { moderationText } from "../text/moderation.ts";
import { type BanLength, banEnd, isFuture } from "./ban-length.ts";
import { BanLengthField } from "./ban-length-field.tsx";
import { ReasonField } from "./reason-field.tsx";

const text = moderationText.ban;

export default function BanForm({ username, onClose }: { username: string; onClose: () => void }) {
  const client = useQueryClient();
  const [length, setLength] = useState<BanLength>("week");
  const params = { username };
  const state = useQuery(queryFor(banStateRoute, { params }));
  const finish = () => {
    client.removeQueries({ queryKey: queryFor(banStateRoute, { params }).queryKey });
    onClose();
  };
  const end = useAction(() => call(unbanRoute, { params }), {
    toast: messageOf,
    onDone: finish,
    errors: "inline",
  });
  const form = useForm(banRoute, {
    params,
    read: ({ reason, until = "" }) => ({
      reason: String(reason),
      until: banEnd(length, String(until), serverTime()),
    }),
    check: ({ until }): FieldErrors => (isFuture(until, serverTime()) ? {} : { until: [text.dayNeeded] }),
    toast: messageOf,
    onDone: finish,
  });
  // Ending a ban can fail too.
  const failure = form.failure ?? end.failure;
  const dismiss = () => {
    form.dismiss();
    end.dismiss();
  };
  return (
    <FormModal
      form={{ ...form, failure, dismiss }}
      onClose={onClose}
      title={text.title(username)}
      text={text.text}
      submit={text.submit(username)}
      danger
    >
      {state.data?.banned && (
        <Banner
          tone="notice"
          action={
            <Button size="s" busy={end.busy} onClick={() => void end.run()}>
              {text.end}
            </Button>
          }
        >
          {state.data.banned.until
            ? text.until(username, formatDateTime(state.data.banned.until))
            : text.now(username)}{" "}
          {text.why(state.data.banned.reason)} {text.replaces}
        </Banner>
      )}
      <ReasonField hint={text.reasonHint} errors={form.errors.reason} />
      <BanLengthField length={length} onChange={setLength} errors={form.errors.until} />
    </FormModal>
  );
}
