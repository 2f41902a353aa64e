import { useState } from "react";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { Select } from "#web/ui/select.tsx";
import { applyTemplate } from "../cases/describe-decision.ts";
import { moderationText, REASON_TEMPLATES } from "../text/moderation.ts";

const text = moderationText.ban;
const TEMPLATE_TEXTS = REASON_TEMPLATES.map((template) => template.text);
const OPTIONS = [
  { value: "", label: text.noTemplate },
  ...REASON_TEMPLATES.map(({ value, label }) => ({ value, label })),
];

export function ReasonField({ hint, errors }: { hint: string; errors: string[] | undefined }) {
  const [template, setTemplate] = useState("");
  const [reason, setReason] = useState("");
  const choose = (value: string) => {
    setTemplate(value);
    const chosen = REASON_TEMPLATES.find((option) => option.value === value)?.text ?? "";
    setReason((before) => applyTemplate(before, chosen, TEMPLATE_TEXTS));
  };
  return (
    <>
      <Select label={text.template} options={OPTIONS} value={template} onChange={choose} />
      <ReasonArea
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        hint={hint}
        errors={errors}
      />
    </>
  );
}
