"""Names from many languages, with the pronoun that each has in every story."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GIRLS = _words(
    "Ada Aiko Aisha Ama Amara Amina Ana Anya Aroha Asha Chloe Clara Dalia Devi Elena Eleni Elif "
    "Ella Eva Fatima Freya Grace Greta Hana Imani Ines Iris Kira Klara Layla Leila Lena Lin Linh "
    "Lola Lucia Lucy Maia Malia Marta Maya Meera Mei Mia Mila Miriam Nadia Naledi Neema Nina Nora "
    "Olga Petra Priya Rosa Ruby Sana Sofia Tara Uma Yuki Zara Zoe Zofia Zola Abena Adele Alma "
    "Amelie Anh Anna Beatriz Bela Carla Carmen Celia Chen Dina Edith Elin Emma Esme Esra Flora "
    "Gita Hedda Helga Ida Ilse Indira Ingrid Jada Jana Julia Kanya Karin Keiko Kemi Lara Leona "
    "Lia Lotte Lulu Maja Mara Marie Mina Mona Nadine Naomi Nia Noor Oki Paula Rania Rita Rosie "
    "Ruth Saba Selma Shira Sita Tessa Thea Tia Vera Wanda Yara Yemi Zadie"
)
BOYS = _words(
    "Ali Anil Anton Ari Arun Baraka Ben Bo Bruno Dan Diego Eli Emil Enzo Felix Finn Hassan Hiro "
    "Hugo Igor Ivan Jack Juma Jun Kai Karim Ken Kenji Kofi Kojo Lars Leo Luis Luka Marco Marek "
    "Mateo Max Milan Minh Noah Noam Omar Oscar Pablo Paul Pavel Piotr Ravi Remi Rohan Sam Samir "
    "Sven Tane Tariq Thabo Theo Tom Tuan Wei Yusuf Zach Abel Adam Akin Alan Alvaro Amir Anders "
    "Arlo Axel Bilal Boris Carl Chidi Cyrus Darius Dev Dimitri Edgar Elio Erik Ernesto Farid "
    "Fabio Franz Gabe Georg Gideon Gustav Hamid Hari Henrik Henry Idris Ilya Imran Isaac Ishan "
    "Jakob Jamal Jan Joel Jorge Kamal Kato Khalid Kiran Kurt Kwame Leon Liam Malik Mario Martin "
    "Mihai Musa Nabil Nico Nils Obi Olaf Otis Pedro Rafael Raj Reza Rico Rory Ruben Said Sami "
    "Simon Stefan Taro Tibor Timo Tobi Uri Victor Viktor Yann Yuri Zaki"
)
PETS = {
    "she": _words(
        "Clover Coco Daisy Dot Dusty Fern Hazel Honey Ivy Juno Luna Mabel Minty Misty Momo Nell "
        "Olive Pearl Pepper Plum Poppy Rose Sunny Tansy Tilly Willow Amber Apple Berry Birdie "
        "Blossom Bonnie Cherry Clove Cricket Dolly Ginger Holly Jinny Kiki Lily Lotta Maple Molly "
        "Nutmeg Opal Peach Penny Pippa Polly Sandy Suki Tulip Violet Winnie Zuzu"
    ),
    "he": _words(
        "Alfie Basil Bean Bim Biscuit Bram Button Chip Cork Fig Gus Jasper Milo Moss Ned Nib Otto "
        "Pebble Pickle Pip Rolo Rusty Tam Toby Tuft Tuk Acorn Barley Bobo Buddy Buster Captain "
        "Charlie Cosmo Dash Dingo Domino Ferdy Flip Hobbs Jojo Kip Loki Mango Mischa Monty Nacho "
        "Paddy Peanut Pepe Quill Rascal Remy Rocky Scout Sparky Taco Teddy Waldo Ziggy"
    ),
}
FAMILY = (
    ("Mom", "she"),
    ("Dad", "he"),
    ("Grandma", "she"),
    ("Grandpa", "he"),
    ("Aunt Jo", "she"),
    ("Aunt May", "she"),
    ("Uncle Joe", "he"),
    ("Uncle Al", "he"),
)
NEIGHBORS = (
    ("Mr. Lund", "he"),
    ("Mrs. Ortiz", "she"),
    ("Mr. Diaz", "he"),
    ("Mrs. Webb", "she"),
    ("Mr. Chen", "he"),
    ("Mrs. Khan", "she"),
    ("Mr. Hill", "he"),
    ("Mrs. Okoro", "she"),
    ("Mr. Silva", "he"),
    ("Miss Lee", "she"),
)
