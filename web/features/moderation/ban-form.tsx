import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldErrors } from "#domain/errors.ts";
import { banRoute, banStateRoute, unbanRoute } from "#domain/moderation/api.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { exactDate } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { moderationText } from "#web/text/moderation.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { toast } from "#web/ui/toast-store.ts";
import type { BanFormProps } from "./ban-modal.tsx";
import { LengthField } from "./length-field.tsx";
import { isToCome, type Length, untilOf } from "./lengths.ts";
import { ReasonField } from "./reason-field.tsx";

const text = moderationText.ban;
interface StandingProps {
  username: string;
  banned: { reason: string; until: string | null };
  busy: boolean;
  onEnd: () => void;
}

/** The ban there is already, and its end. */
function Standing({ username, banned: { reason, until }, busy, onEnd }: StandingProps) {
  return (
    <Banner
      tone="notice"
      action={
        <Button size="s" busy={busy} onClick={onEnd}>
          {text.end}
        </Button>
      }
    >
      {until ? text.until(username, exactDate(until)) : text.now(username)} {text.why(reason)} {text.replaces}
    </Banner>
  );
}

/** The window's content: why and how long; a ban there is already can be ended. */
export default function BanForm({ username, onClose }: BanFormProps) {
  const client = useQueryClient();
  const [length, setLength] = useState<Length>("week");
  const params = { username };
  const state = useQuery(queryFor(banStateRoute, { params }));
  const done = ({ message }: { message: string }) => {
    toast(message, { tone: "good" });
    client.removeQueries({ queryKey: queryFor(banStateRoute, { params }).queryKey });
    onClose();
  };
  const end = useMutation({ mutationFn: () => call(unbanRoute, { params }), onSuccess: done });
  const form = useForm(banRoute, {
    params,
    read: ({ reason, until = "" }) => ({
      reason: String(reason),
      until: untilOf(length, String(until), Date.now()),
    }),
    check: ({ until }): FieldErrors => (isToCome(until, Date.now()) ? {} : { until: [text.dayNeeded] }),
    onDone: done,
  });
  // Ending a ban may be refused like making one.
  const failure = form.failure ?? end.error?.message ?? null;
  const dismiss = () => {
    form.dismiss();
    end.reset();
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
        <Standing
          username={username}
          banned={state.data.banned}
          busy={end.isPending}
          onEnd={() => end.mutate()}
        />
      )}
      <ReasonField hint={text.reasonHint} errors={form.errors.reason} />
      <LengthField length={length} onChange={setLength} errors={form.errors.until} />
    </FormModal>
  );
}
