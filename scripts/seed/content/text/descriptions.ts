import type { Theme } from "../worlds/themes.ts";

/** Sentences about each kind of level. They can be combined in any order. */
export const SCENE_DESCRIPTIONS: Record<Theme, readonly string[]> = {
  tower: [
    "Round and round the tower you go.",
    "Every color of the rainbow, and you'll fall off all of them.",
    "The view from the top is worth at least half the swearing.",
    "Yellow pads crumble. Or was it the green ones?",
  ],
  islands: [
    "A string of floating islands with stepping stones in between.",
    "Check behind the houses, someone keeps leaving stars there.",
    "The stones are sturdier than they look. Mostly.",
    "Best enjoyed with the music off and a window open.",
  ],
  castle: [
    "In through the gate, up the stairs, over the wall and onto the keep.",
    "The planks by the back wall are old, so keep moving.",
    "Took me three weekends to get the towers right.",
    "There's a star on the north wall that no one finds on the first try.",
  ],
  maze: [
    "Every dead end has a star in it, so getting lost is kind of the point.",
    "Keep one hand on the wall. Or don't, I'm not your mom.",
    "The layout has exactly one way through, I promise.",
    "You can see the lamps from everywhere, use them.",
  ],
  race: [
    "One lap, four stars, three boosts.",
    "Stay off the curbs if you care about your time.",
    "The blue strips make you fast. They don't make you steer.",
    "My best is 0:41, prove me wrong.",
  ],
  candy: [
    "Cookie steps lead around a cake the size of a stadium.",
    "The cookies sink a little when you stand still.",
    "Find the cherry!",
    "Please don't lick the floor.",
  ],
  canyon: [
    "Old rails, older bridges and a river far below.",
    "Jump from cart to cart, the gaps get wider toward the shaft.",
    "The gold in the carts is glued on, we tried.",
    "Watch for the saw after the third bridge.",
  ],
  mansion: [
    "Over the porch, along the eaves and up to the bell.",
    "Someone lights the windows every night and it isn't me.",
    "The graveyard is optional. The star in it isn't, if you want all of them.",
    "Not scary, more like cozy scary.",
  ],
  station: [
    "Four arms around a reactor: garden, solar wing, dock and lab.",
    "Some panels drift up and down, so count to three.",
    "The rocket is the goal, it doesn't fly (yet).",
    "The garden dome is my favorite thing I've ever built.",
  ],
  beach: [
    "From the pier over the floats to the lighthouse.",
    "The floats bob a little. So do you.",
    "Bring friends, there are enough umbrellas.",
    "There's a star behind the red roof.",
  ],
  city: [
    "A whole little town to wander around in.",
    "No timer and no traps, just streets and parks.",
    "Each house has a different color because I couldn't decide.",
    "Meet at the fountain!",
  ],
  volcano: [
    "Stones across the lake, then ledges up to the rim.",
    "Some stones crumble, so don't admire the scenery.",
    "If it's orange, don't step on it.",
    "The smoke is just for looks.",
  ],
  ice: [
    "A slide in five bends with a gap in each.",
    "Aim for the middle and pray.",
    "Spikes on the outer side, a snowman at the bottom.",
    "There are no brakes, that's the level.",
  ],
  temple: [
    "Five terraces, twenty steps and a shrine with a golden roof.",
    "You can run up the stairs, but the stars are on the terraces.",
    "The statues' eyes follow you. That's normal.",
    "Cross the bridge first, then look up.",
  ],
  library: [
    "You're tiny and the books are not.",
    "Climb the stacks to the desk and find the lamp.",
    "The slime on the carpet definitely wasn't me.",
    "I named every book, zoom in if you don't believe me.",
  ],
  rooftops: [
    "Fifteen roofs, three streets, one very long way down.",
    "Use the signs to cross the street.",
    "The lasers are at knee height, jump early.",
    "Looks best at night. It's always night.",
  ],
  farm: [
    "Fields, a barn, a windmill and animals that mind their own business.",
    "Climb the hay bales for the last star.",
    "The pumpkins grew overnight, no idea how.",
    "I counted the cows. You should too.",
  ],
};

/** Remarks that fit any level. */
export const DESCRIPTION_REMARKS = [
  "Made this on a very long train ride.",
  "Let me know in the comments what's too hard :heart:",
  "First level, be nice!",
  "Tested by my sister (8). She cleared it before me.",
  "Updated: added checkpoints because you all complained 😅",
  "Leave a comment if you found the secret.",
  "Please rate the difficulty honestly, I want to make a harder one.",
  "Speedrunners: the skip at the start is intended.",
  "v2! New colors, fewer bugs.",
  "Takes about 3 minutes, or 3 hours if you're me.",
  "Thanks to everyone who playtested on Saturday!",
  "Part of a series, check my profile for the others.",
  "Inspired by a dream I had after too much pizza 🍕",
  "No hints. Okay, one hint: look up.",
  "Built with exactly zero plan.",
  "If you get stuck, reset. If I get stuck, send help.",
  "Dedicated to my hamster, who can't jump.",
  "Coming next: the same thing but upside down.",
] as const;

/** Full descriptions for levels with non-English titles. */
export const NON_ENGLISH_DESCRIPTIONS = {
  de: [
    "Mein erstes richtiges Level! Sagt mir bitte, was zu schwer ist.\nViel Spaß :happy:",
    "Drei Wochenenden Arbeit und mindestens zehn Kannen Tee. Der letzte Stern ist fies, ich weiß.",
    "Für alle, die sagen, meine Levels seien zu leicht. Na dann mal los.\n\nTipp: Nicht stehen bleiben.",
    "Gemütlich anfangen, panisch aufhören. Kommentare gern auf Deutsch oder Englisch!",
  ],
  es: [
    "Mi nivel más largo hasta ahora. Hay una estrella escondida, ¡a ver quién la encuentra! ⭐",
    "Hecho con mi primo en una tarde de lluvia.\nSi te caes, respira y vuelve a saltar.",
    "Fácil al principio, traicionero al final. No digas que no te avisé :smug:",
    "Gracias a todos por jugar. ¡Decidme en los comentarios vuestro mejor tiempo!",
  ],
  ja: [
    "はじめて作ったレベルです。感想をコメントで教えてください！",
    "スターは全部見つけられるかな？✨\nヒント：上を見てみよう。",
    "ゆっくり遊べるレベルです。落ちても大丈夫、チェックポイントがあります。",
    "友だちと一緒に作りました。むずかしすぎたらごめんね 🙏",
  ],
} as const;
