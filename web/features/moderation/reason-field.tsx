import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { moderationText, REASON_TEMPLATES } from "#web/text/moderation.ts";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { withTemplate } from "./plan.ts";

const text = moderationText.ban;
const TEXTS = REASON_TEMPLATES.map((one) => one.text);
const OPTIONS = [
  { value: "", label: text.noTemplate },
  ...REASON_TEMPLATES.map(({ value, label }) => ({ value, label })),
];

interface ReasonFieldProps {
  hint: string;
  errors: string[] | undefined;
}

/** Why, in words for the person it is about: one's own, or a template to go on from. */
export function ReasonField({ hint, errors }: ReasonFieldProps) {
  const [template, setTemplate] = useState("");
  const [reason, setReason] = useState("");
  const choose = (value: string) => {
    setTemplate(value);
    const chosen = REASON_TEMPLATES.find((one) => one.value === value)?.text ?? "";
    setReason((before) => withTemplate(before, chosen, TEXTS));
  };
  return (
    <>
      <Select label={text.template} options={OPTIONS} value={template} onChange={choose} />
      <TextArea
        label={text.reason}
        name="reason"
        max={LIMITS.banReason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        hint={hint}
        errors={errors}
      />
    </>
  );
}
