import { useState } from "react";
import { type ComparedItem, reviewItemRoute } from "#domain/items/reviews/api.ts";
import type { ReviewDecision } from "#domain/items/reviews/rules.ts";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { itemReviewText as text } from "../text/item-review.ts";
import { CHANGED_BY_REVIEW } from "./use-review-decision.ts";

export interface ReviewFormProps {
  item: ComparedItem;
  decision: ReviewDecision;
  onClose: () => void;
}

const OPTIONS = [
  { value: "", label: text.noTemplate },
  ...text.templates.map(({ value, label }) => ({ value, label })),
];

export default function ReviewForm({ item, decision, onClose }: ReviewFormProps) {
  const [template, setTemplate] = useState("");
  const [reason, setReason] = useState("");
  const choose = (value: string) => {
    setTemplate(value);
    const chosen = text.templates.find((candidate) => candidate.value === value);
    if (chosen) setReason(chosen.text);
  };
  const form = useForm(reviewItemRoute, {
    params: { id: item.id },
    read: (fields) => ({ decision, reason: String(fields.reason), state: item.state }),
    check: (input) => (input.reason?.trim() ? {} : { reason: [text.reasonHint] }),
    toast: messageOf,
    onDone: onClose,
    changes: CHANGED_BY_REVIEW,
  });
  const isReject = decision === "reject";
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={isReject ? text.rejectTitle(item.name) : text.hideTitle(item.name)}
      text={isReject ? text.rejectText : text.hideText}
      submit={text.actions[decision]}
      danger
    >
      <Select label={text.template} options={OPTIONS} value={template} onChange={choose} />
      <ReasonArea
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        hint={text.reasonHint}
        errors={form.errors.reason}
      />
    </FormModal>
  );
}
