import {
  AtSign,
  Bell,
  Coins,
  Footprints,
  Hammer,
  type LucideIcon,
  Medal,
  MessageCircle,
  Reply,
  Shield,
  Shirt,
  Trophy,
  UserCheck,
  UserCog,
  UserPlus,
} from "lucide-react";
import type { NoticeType } from "#domain/notifications/notice.ts";
import { lookUp } from "#web/lib/look-up.ts";

const NOTIFICATION_ICONS: Record<NoticeType, LucideIcon> = {
  comment: MessageCircle,
  mention: AtSign,
  reply: Reply,
  buddy_request: UserPlus,
  buddy_accept: UserCheck,
  sale: Coins,
  achievement: Trophy,
  reward: Medal,
  outfit: Shirt,
  build: Hammer,
  level: Footprints,
  account: UserCog,
  moderation: Shield,
};

/** The icon of a type, also of one that this page is too old to know. */
export const notificationIcon = (type: string): LucideIcon => lookUp(NOTIFICATION_ICONS, type, Bell);
