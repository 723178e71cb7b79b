"""What the page itself says, whatever the game: handed to its modules in the player's language."""

from __future__ import annotations

from collections.abc import Mapping

from redpip.core.words import Words


def page_texts(words: Words) -> Mapping[str, str]:
    return {
        # bar and slips
        "to_dark": words.text("Switch to dark"),
        "to_light": words.text("Switch to light"),
        "close": words.text("Close"),
        "menu": words.text("Menu"),
        # seats and log
        "to_move": words.text("to move"),
        "away": words.text("away, back soon"),
        "bot": words.text("bot"),
        "points": words.text("points"),
        "so_far": words.text("So far"),
        # the table
        "dice": words.text("The dice"),
        "undo": words.text("Undo"),
        "undo_asked": words.text("You asked to take back your last step. The others decide."),
        "wait_for": words.text("Wait for {name}"),
        "hold_all": words.text("Hold all the dice"),
        "react": words.text("Say something"),
        "yes": words.text("Yes"),
        "no": words.text("No"),
        "hand_to": words.text("Hand the device to {name}."),
        "it_is_me": words.text("I am {name}"),
        "bot_plays": words.text("A bot plays for you."),
        "come_back": words.text("Play on myself"),
        "is_away": words.text("{name} has been away for a while."),
        "ask_bot": words.text("Ask to let a bot play"),
        "keys": words.text("Keys"),
        "key_roll": words.text("roll the dice on the floor"),
        "key_dice": words.text("keep a die, or put it back"),
        "key_flip": words.text("turn a red die, then 1 to 6"),
        "key_boxes": words.text("go to the open boxes"),
        "key_enter": words.text("choose a box, then write"),
        "key_escape": words.text("close the slip, let go of the box"),
        # menu
        "rules": words.text("Rules"),
        "invite": words.text("Invite"),
        "fair": words.text("Fair dice"),
        "fair_about": words.text(
            "The server fixed its seed before the first throw and showed its fingerprint. Every player adds a random "
            "number of their own, so nobody can choose the dice."
        ),
        "commitment": words.text("Fingerprint of the seed"),
        "fair_sealed": words.text("The seed is revealed when the game is over; then anyone can check every throw."),
        "fair_revealed": words.text("The game is over and its record holds the seed: every throw can be checked."),
        "fair_check": words.text("Check the dice"),
        "record": words.text("Save the record"),
        "rest": words.text("Take a break"),
        "rest_about": words.text("a bot plays for you until you are back"),
        "leave": words.text("Leave the table"),
        "leave_about": words.text("your game waits for you at home"),
        "abandon": words.text("Abandon the game"),
        "abandon_sure": words.text("End it for everybody? Press again."),
        "abandoned": words.text("This game was abandoned. Its dice can still be checked with the record."),
        # waiting room, joining
        "invite_title": words.text("A link for each free seat"),
        "invite_about": words.text("Send it, or let your friends photograph the code. Nobody needs an account."),
        "link_of": words.text("Link for seat {seat}"),
        "qr_of": words.text("Code with the link for seat {seat}"),
        "seat_free": words.text("Seat {seat} is free"),
        "copy": words.text("Copy the link"),
        "copied": words.text("Copied"),
        "share": words.text("Share"),
        "fill_bot": words.text("Take a bot"),
        "start_now": words.text("Start without the free seats"),
        "waiting_for": words.text("Seats still free: {seats}. The game starts when everybody is here."),
        "join_title": words.text("Take your seat"),
        "join_about": words.text("You are invited. What shall the others call you?"),
        "your_name": words.text("Your name"),
        "sit_down": words.text("Sit down"),
        # result
        "rematch": words.text("Play again"),
        "to_rematch": words.text("To the new game"),
        "home": words.text("Home"),
        # home
        "guest": words.text("Guest"),
        "with": words.text("{title} with {names}"),
        "your_turn": words.text("Your turn"),
        "phase_waiting": words.text("Waiting for players"),
        "phase_playing": words.text("Under way"),
        "phase_over": words.text("Finished"),
        "phase_abandoned": words.text("Abandoned"),
        "go_on": words.text("Go on"),
        "look": words.text("Look at it"),
        "delete_mine": words.text("Delete my data"),
        "delete_sure": words.text("Delete names and games of this device? Press again."),
        # setting up a game
        "preset": words.text("Variant"),
        "players": words.text("Players"),
        "player": words.text("Player {number}"),
        "name_of": words.text("Name of player {number}"),
        "bot_of": words.text("Bot for player {number}"),
        "bot_name": words.text("Bot"),
        "friend": words.text("A friend"),
        "friend_about": words.text("gets a link"),
        "remove": words.text("Remove player {number}"),
        "add_bot": words.text("Bot"),
        "add_here": words.text("Person here"),
        "add_open": words.text("Friend by link"),
        "table_full": words.text("All {most} seats are taken."),
        "house": words.text("House rules"),
        "clock_about": words.text("time for each turn; then a bot plays it"),
        "no_clock": words.text("no limit"),
        "seconds": words.text("{seconds} seconds"),
        "start": words.text("Start the game"),
        "make_links": words.text("Make the links"),
        # fair dice and API
        "verify_ok": words.text("The dice are fair"),
        "verify_bad": words.text("The dice do not fit"),
        "requests": words.text("Requests"),
        "answers": words.text("Answers"),
        "shapes": words.text("Shapes"),
    }
