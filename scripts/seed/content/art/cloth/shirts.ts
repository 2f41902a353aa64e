import { seedShirt } from "./seed-clothing.ts";
import { CASUAL_SHIRTS } from "./shirts-casual.ts";
import { COSTUME_SHIRTS } from "./shirts-costume.ts";
import { FORMAL_SHIRTS } from "./shirts-formal.ts";
import { GRAPHIC_SHIRTS } from "./shirts-graphic.ts";

/** All shirts. */
export const SHIRTS = [
  seedShirt("Striped Jumper", "Knitted from leftover racing flags.", CASUAL_SHIRTS.stripedJumper),
  seedShirt("Lava Hoodie", "Warm. Very warm. Maybe too warm.", CASUAL_SHIRTS.lavaHoodie),
  seedShirt("Star Hoodie", "One star. Not a review, just a star.", CASUAL_SHIRTS.starHoodie),
  seedShirt(
    "Bopi Fan Tee",
    "Wearing yourself on your own shirt is called confidence.",
    CASUAL_SHIRTS.bopiTee,
  ),
  seedShirt("Banana Tank Top", "Best by: check the color.", CASUAL_SHIRTS.bananaTank),
  seedShirt("Taco Day Tee", "Every day is taco day if you plan ahead.", GRAPHIC_SHIRTS.tacoTee),
  seedShirt(
    "Lift-Off Sweater",
    "Contains one small rocket and roughly nine billion stars. Wash cold.",
    GRAPHIC_SHIRTS.liftOffSweater,
  ),
  seedShirt("Grandma's Best", "Took her all winter. You'll wear it all winter.", GRAPHIC_SHIRTS.grandmasBest),
  seedShirt(
    "Out of Office",
    "This shirt will reply to your message when it gets back.",
    GRAPHIC_SHIRTS.outOfOffice,
  ),
  seedShirt("Rented Tuxedo", "Due back at noon. Please don't eat in it.", FORMAL_SHIRTS.tuxedo),
  seedShirt("Dungarees", "Eleven pockets, all of them full of screws.", COSTUME_SHIRTS.dungarees),
  seedShirt(
    "Sunday League Seven",
    "Lost every match since spring. Don't blame the shirt.",
    COSTUME_SHIRTS.sundayLeague,
  ),
  seedShirt("Doctor's Coat", "Trust me, I have three pens.", FORMAL_SHIRTS.doctorsCoat),
  seedShirt("Bee Suit", "By all known laws of tailoring it should not fit.", COSTUME_SHIRTS.beeSuit),
];
