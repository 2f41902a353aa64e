import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut, UserPlus, UserX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { UserCard } from "#domain/api/response.ts";
import { buddyListRoute } from "#domain/buddies/api.ts";
import { inviteEditorRoute, removeEditorRoute } from "#domain/build/editors/api.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { at, patch } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ConfirmModal, Modal } from "#web/ui/modal.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { backUrl } from "../back-url.ts";
import { builderColor } from "../builder-bar.tsx";
import { useBuilder, useSessionState } from "../builder-context.ts";
import { builderPeopleText as text } from "../text/builder-people.ts";
import styles from "./builders-modal.module.css";

/** Keeps the cached level up to date with its editors. */
function useSetEditors(levelId: number): (editors: UserCard[]) => void {
  const client = useQueryClient();
  return (editors) =>
    patch(client, at("/api/builds/{id}", { id: levelId }), ({ build }) => ({ build: { ...build, editors } }));
}

function PersonRow({ user, color, children }: { user: UserCard; color?: string; children?: ReactNode }) {
  return (
    <li className={styles.person}>
      <span className={styles.picture} style={color ? { borderColor: color } : undefined}>
        <Headshot user={user} size={36} decorative />
      </span>
      <span className={styles.name}>
        <UserName user={user} />
      </span>
      {children}
    </li>
  );
}

function Present() {
  const { build } = useBuilder();
  const me = useMember();
  const people = useSessionState((state) => state.people);
  return (
    <section className={styles.section}>
      <h3>{text.here}</h3>
      <ul>
        {people.map(({ client, user, color }) => (
          <PersonRow key={client} user={user} color={builderColor(color)}>
            {user.id === me.id && <Badge tone="accent">{text.you}</Badge>}
            {user.id === build.creator.id && <Badge>{text.creator}</Badge>}
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

function Editors({ canInvite, onRemove }: { canInvite: boolean; onRemove: (user: UserCard) => void }) {
  const { build } = useBuilder();
  return (
    <section className={styles.section}>
      <h3>{text.editors}</h3>
      {build.editors.length === 0 && <p className={styles.note}>{text.noEditors}</p>}
      <ul>
        {build.editors.map((user) => (
          <PersonRow key={user.id} user={user}>
            {canInvite && (
              <IconButton
                icon={UserX}
                variant="danger"
                label={text.remove(user.username)}
                onClick={() => onRemove(user)}
              />
            )}
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

function Buddies() {
  const { build } = useBuilder();
  const { username } = useMember();
  const [search, setSearch] = useState("");
  const setEditors = useSetEditors(build.level.id);
  const list = useQuery(
    queryFor(buddyListRoute, { params: { username, tab: "buddies" }, input: { page: 1, search } }),
  );
  const invite = useAction(
    (user: UserCard) =>
      call(inviteEditorRoute, { params: { id: build.level.id }, input: { user_id: user.id } }),
    {
      toast: (_, user) => text.invited(user.username),
      onDone: ({ editors }) => setEditors(editors),
      errors: "modal",
      parallel: true,
    },
  );
  const invited = new Set(build.editors.map(({ id }) => id));
  const isFull = build.editors.length >= BUILD_LIMITS.editors;
  const buddies = list.data?.data;
  return (
    <section className={styles.section}>
      <h3>{text.buddies}</h3>
      {isFull && <p className={styles.note}>{text.full(BUILD_LIMITS.editors)}</p>}
      <SearchBox label={text.search} value={search} onSearch={setSearch} />
      {list.isPending && <Skeleton height={120} />}
      <QueryError query={list} always />
      {buddies?.length === 0 && (
        <div className={styles.none}>
          <p className={styles.note}>{search ? text.noneFound : text.noBuddies}</p>
          {!search && <LinkButton to="/users">{text.find}</LinkButton>}
        </div>
      )}
      <ul>
        {buddies?.map((user) => (
          <PersonRow key={user.id} user={user}>
            {invited.has(user.id) ? (
              <Badge>{text.already}</Badge>
            ) : (
              <Button
                size="s"
                icon={UserPlus}
                aria-label={text.inviteNamed(user.username)}
                disabled={isFull}
                busy={invite.busyWith?.id === user.id}
                onClick={() => invite.run(user)}
              >
                {text.invite}
              </Button>
            )}
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

export default function BuildersModal({ onClose }: { onClose: () => void }) {
  const { build } = useBuilder();
  const me = useMember();
  const navigate = useNavigate();
  const setEditors = useSetEditors(build.level.id);
  const [removing, setRemoving] = useState<UserCard | null>(null);
  const isEditor = build.role === "editor";
  const isLeaving = removing?.id === me.id;
  const removal = useAction(
    ({ id }: UserCard) => call(removeEditorRoute, { params: { id: build.level.id, userId: id } }),
    {
      onDone: ({ editors }, user) => {
        if (user.id === me.id) return navigate(backUrl(build), { replace: true });
        setEditors(editors);
        toast(text.removed(user.username), { tone: "good" });
      },
      errors: "modal",
      onEnd: () => setRemoving(null),
    },
  );
  return (
    <Modal
      open
      alignTop
      title={text.title}
      text={isEditor ? text.textEditor(build.creator.username) : text.text(BUILD_LIMITS.editors)}
      onClose={onClose}
      footer={
        isEditor && (
          <Button variant="danger" icon={LogOut} onClick={() => setRemoving(me)}>
            {text.leave}
          </Button>
        )
      }
    >
      <Present />
      <Editors canInvite={!isEditor} onRemove={setRemoving} />
      {build.role === "creator" && <Buddies />}
      <ConfirmModal
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={isLeaving ? text.leaveTitle : text.removeTitle(removing?.username ?? "")}
        text={isLeaving ? text.leaveText : text.removeText}
        action={isLeaving ? text.leaveAction : text.removeAction}
        busy={removal.busy}
        onConfirm={() => removing && removal.run(removing)}
      />
    </Modal>
  );
}
