var dead_list =
[
    [ "Sound", "sound.html#top_of_all", null ],
    [ "Gone", "gone.html", null ],
    [ "No anchor", "sound.html#gone", null ]
];
