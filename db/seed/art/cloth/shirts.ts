import { aShirt } from "./item.ts";
import { bananaTank, bopiTee, lavaHoodie, starHoodie, stripedJumper } from "./shirts-casual.ts";
import { beeSuit, dungarees, sundayLeague } from "./shirts-costume.ts";
import { doctorsCoat, tuxedo } from "./shirts-formal.ts";
import { grandmasBest, liftOffSweater, outOfOffice, tacoTee } from "./shirts-prints.ts";

/** All shirts. */
export const SHIRTS = [
  aShirt("Striped Jumper", "Knitted from leftover racing flags.", stripedJumper),
  aShirt("Lava Hoodie", "Warm. Very warm. Maybe too warm.", lavaHoodie),
  aShirt("Star Hoodie", "One star. Not a review, just a star.", starHoodie),
  aShirt("Bopi Fan Tee", "Wearing yourself on your own shirt is called confidence.", bopiTee),
  aShirt("Banana Tank Top", "Best before: look at the colour.", bananaTank),
  aShirt("Taco Day Tee", "Every day is taco day if you plan ahead.", tacoTee),
  aShirt(
    "Lift-Off Sweater",
    "Contains one small rocket and roughly nine billion stars. Wash cold.",
    liftOffSweater,
  ),
  aShirt("Grandma's Best", "Took her all winter. You will wear it all winter.", grandmasBest),
  aShirt("Out of Office", "This shirt will answer your message when it gets back.", outOfOffice),
  aShirt("Rented Tuxedo", "Due back at noon. Please don't eat in it.", tuxedo),
  aShirt("Dungarees", "Eleven pockets, all of them full of screws.", dungarees),
  aShirt("Sunday League Seven", "Lost every match since spring. The shirt is not to blame.", sundayLeague),
  aShirt("Doctor's Coat", "Trust me, I have three pens.", doctorsCoat),
  aShirt("Bee Suit", "By all known laws of tailoring it should not fit.", beeSuit),
];
