import { roleRoute, type StaffMember } from "#domain/staff/api.ts";
import { isPromotion } from "#domain/staff/rules.ts";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { staffUsersText } from "../text/staff-users.ts";

const text = staffUsersText.roleForm;

export interface RoleFormProps {
  member: Pick<StaffMember, "user" | "role" | "two_factor" | "can_become">;
  onClose: () => void;
  onDone: () => void;
}

export default function RoleForm({ member, onClose, onDone }: RoleFormProps) {
  const { user, role: current, two_factor, can_become } = member;
  const { username } = user;
  const form = useForm(roleRoute, {
    params: { username },
    toast: messageOf,
    changes: ["/api/staff/team", "/api/staff/users/**", "/api/staff/audit", "/api/staff/overview"],
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const gainsRights = can_become.some((role) => isPromotion(current, role));
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.title(username)}
      text={text.text}
      submit={text.submit}
    >
      <Select
        name="role"
        label={text.role}
        options={can_become.map((role) => ({ value: role, label: text.choices[role] }))}
        errors={form.errors.role}
        {...(!two_factor && gainsRights && { hint: text.noTwoFactor })}
      />
      <ReasonArea hint={text.hint} errors={form.errors.reason} />
    </FormModal>
  );
}
