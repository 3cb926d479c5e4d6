{text:"Lessons",url:"lessons.html"},
{text:"Concepts",url:"concepts.html"},
{text:"Glossary",url:"glossary.html"},
{text:"For instructors",url:"instructors.html"},
