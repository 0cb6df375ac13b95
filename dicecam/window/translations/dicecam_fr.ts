<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR">
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>New game…</source>
        <translation>Nouvelle partie…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Read the dice</source>
        <translation>Lire les dés</translation>
    </message>
    <message>
        <source>Enter dice by hand…</source>
        <translation>Saisir les dés à la main…</translation>
    </message>
    <message>
        <source>We keep paper sheets</source>
        <translation>Nous jouons sur papier</translation>
    </message>
    <message>
        <source>Beep when dice were read</source>
        <translation>Bip quand les dés sont lus</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>Couleurs sombres</translation>
    </message>
    <message>
        <source>Camera and table…</source>
        <translation>Caméra et table…</translation>
    </message>
    <message>
        <source>&amp;Game</source>
        <translation>&amp;Partie</translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation>&amp;Table</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Taille du texte</translation>
    </message>
</context>
<context>
    <name>CorrectionMenu</name>
    <message>
        <source>Correct this die: {die}</source>
        <translation>Corriger ce dé : {die}</translation>
    </message>
    <message>
        <source>Not a die</source>
        <translation>Ce n&apos;est pas un dé</translation>
    </message>
    <message>
        <source>Its colour is really…</source>
        <translation>Sa vraie couleur…</translation>
    </message>
    <message>
        <source>Taken for another one: swap with…</source>
        <translation>Confondu avec un autre : échanger avec…</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>Return to now</source>
        <translation>Revenir à maintenant</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historique</translation>
    </message>
    <message>
        <source>Click a line to look back at that moment</source>
        <translation>Cliquez sur une ligne pour revoir ce moment</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>The camera gives no picture. {error}</source>
        <translation>La caméra ne donne pas d&apos;image. {error}</translation>
    </message>
    <message>
        <source>The dice cannot be read. {error}</source>
        <translation>Les dés ne peuvent pas être lus. {error}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>No picture</source>
        <translation>Pas d&apos;image</translation>
    </message>
    <message>
        <source>The recording is over.</source>
        <translation>L&apos;enregistrement est terminé.</translation>
    </message>
    <message>
        <source>Play it again</source>
        <translation>Le rejouer</translation>
    </message>
</context>
<context>
    <name>MissedMenu</name>
    <message>
        <source>A die was missed here</source>
        <translation>Un dé a été oublié ici</translation>
    </message>
</context>
<context>
    <name>OptionsPanel</name>
    <message>
        <source>{name} may:</source>
        <translation>{name} peut :</translation>
    </message>
    <message>
        <source>You are looking back. Return to now to go on.</source>
        <translation>Vous regardez en arrière. Revenez à maintenant pour continuer.</translation>
    </message>
    <message>
        <source>Nothing to choose until the dice lie.</source>
        <translation>Rien à choisir tant que les dés ne sont pas posés.</translation>
    </message>
</context>
<context>
    <name>TablePanel</name>
    <message>
        <source>Read the dice</source>
        <translation>Lire les dés</translation>
    </message>
    <message>
        <source>Take the dice as they lie now</source>
        <translation>Prendre les dés tels qu&apos;ils sont maintenant</translation>
    </message>
    <message>
        <source>Waiting for the first picture…</source>
        <translation>En attente de la première image…</translation>
    </message>
    <message>
        <source>Picture of the table</source>
        <translation>Image de la table</translation>
    </message>
    <message>
        <source>The game is over.</source>
        <translation>La partie est terminée.</translation>
    </message>
    <message>
        <source>A hand is over the table.</source>
        <translation>Une main passe sur la table.</translation>
    </message>
    <message>
        <source>Read. Choose below.</source>
        <translation>C&apos;est lu. Choisissez ci-dessous.</translation>
    </message>
    <message>
        <source>The dice are rolling…</source>
        <translation>Les dés roulent…</translation>
    </message>
    <message>
        <source>Reading the dice…</source>
        <translation>Lecture des dés…</translation>
    </message>
    <message>
        <source>One die is tilted: click it and say what it shows.</source>
        <translation>Un dé est de travers : cliquez dessus et dites ce qu&apos;il montre.</translation>
    </message>
    <message>
        <source>Dice were moved, not rolled.</source>
        <translation>Des dés ont été déplacés, pas lancés.</translation>
    </message>
</context>
</TS>
