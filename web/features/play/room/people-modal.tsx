import { Ban, ChevronDown, Eye, Flag, UserRound, UserX, Volume2, VolumeX } from "lucide-react";
import { useId, useState } from "react";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import type { GameRoom, RoomPerson } from "#web/game/room/game-room.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { Modal } from "#web/ui/modal.tsx";
import { usePadNavigation } from "../pad-navigation.ts";
import { roomPeopleText as text } from "../text/room.ts";
import { inOrder } from "./in-order.ts";
import styles from "./people-modal.module.css";
import { useStore } from "./use-store.ts";

/** Things done to a player that open a dialog of their own. */
export type PersonDialogKind = "block" | "report" | "remove";

interface PersonActionsProps {
  person: RoomPerson;
  canRemove: boolean;
  onWatch: () => void;
  onMute: () => void;
  onDialog: (kind: PersonDialogKind) => void;
}

function PersonActions({ person, canRemove, onWatch, onMute, onDialog }: PersonActionsProps) {
  const { user, isMuted, can_watch, isWatching } = person;
  const look = { size: "s" } as const satisfies ButtonLook;
  return (
    <div className={styles.actions}>
      {can_watch && !isWatching && (
        <Button {...look} variant="primary" icon={Eye} onClick={onWatch}>
          {text.watch}
        </Button>
      )}
      <Button {...look} icon={isMuted ? Volume2 : VolumeX} aria-pressed={isMuted} onClick={onMute}>
        {isMuted ? text.unmute : text.mute}
      </Button>
      {/* In another tab, so that the run goes on. */}
      <LinkButton {...look} icon={UserRound} to={user.url} target="_blank">
        {text.profile}
      </LinkButton>
      <Button {...look} icon={Flag} onClick={() => onDialog("report")}>
        {text.report}
      </Button>
      <Button {...look} icon={Ban} onClick={() => onDialog("block")}>
        {text.block}
      </Button>
      {canRemove && (
        <Button {...look} variant="danger" icon={UserX} onClick={() => onDialog("remove")}>
          {text.remove}
        </Button>
      )}
    </div>
  );
}

function PersonHead({ person }: { person: RoomPerson }) {
  const { user, isSelf, is_buddy, is_creator, is_staff, isMuted, isWatching, place } = person;
  return (
    <>
      <Headshot user={user} size={40} decorative />
      <span className={styles.name}>
        <UserName user={user} />
      </span>
      <span className={styles.badges}>
        {isSelf && <Badge tone="accent">{text.you}</Badge>}
        {is_buddy && <Badge>{text.buddy}</Badge>}
        {is_creator && <Badge>{text.creator}</Badge>}
        {is_staff && <Badge>{text.staff}</Badge>}
        {isMuted && <Badge>{text.muted}</Badge>}
        {isWatching && <Badge>{text.watching}</Badge>}
        {place !== null && <Badge>{text.best(place)}</Badge>}
      </span>
    </>
  );
}

export interface PeopleModalProps {
  room: GameRoom;
  hidesOthers: boolean;
  onHideOthers: (on: boolean) => void;
  onDialog: (kind: PersonDialogKind, person: RoomPerson) => void;
  onClose: () => void;
}

/** Everyone in the room: the user first, then their buddies. Each opens to what can be done. */
export default function PeopleModal(props: PeopleModalProps) {
  const { room, hidesOthers, onHideOthers, onDialog, onClose } = props;
  const people = inOrder(useStore(room.people));
  const [openId, setOpenId] = useState<number | null>(null);
  const id = useId();
  usePadNavigation("[data-modal]", onClose);
  return (
    <Modal open alignTop title={text.title} text={text.count(people.length)} onClose={onClose}>
      {people.length > 1 && (
        <Switch
          label={text.hideOthers}
          hint={text.hideOthersHint}
          checked={hidesOthers}
          onChange={onHideOthers}
        />
      )}
      <ul className={styles.list}>
        {people.map((person) => {
          const { user, isSelf } = person;
          const isOpen = openId === user.id;
          const panel = `${id}-${user.id}`;
          return (
            <li key={user.id} className={styles.person}>
              {isSelf ? (
                <div className={styles.head}>
                  <PersonHead person={person} />
                </div>
              ) : (
                <button
                  type="button"
                  className={cx(styles.head, styles.button)}
                  aria-expanded={isOpen}
                  aria-controls={panel}
                  onClick={() => setOpenId(isOpen ? null : user.id)}
                >
                  <PersonHead person={person} />
                  <ChevronDown className={cx(styles.arrow, isOpen && styles.up)} aria-hidden />
                </button>
              )}
              <div id={panel} hidden={!isOpen}>
                {isOpen && (
                  <PersonActions
                    person={person}
                    canRemove={room.canRemove && !person.is_staff && !person.is_creator}
                    onWatch={() => {
                      room.watch(user.id);
                      onClose();
                    }}
                    onMute={() => room.setMuted(user.id, !person.isMuted)}
                    onDialog={(kind) => onDialog(kind, person)}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {people.length === 1 && <p className={styles.invite}>{text.invite}</p>}
    </Modal>
  );
}
