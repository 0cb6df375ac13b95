<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR">
<context>
    <name>AfterGame</name>
    <message>
        <source>The game cannot be saved. {error}</source>
        <translation>La partie ne peut pas être enregistrée. {error}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>CameraBox</name>
    <message>
        <source>A video, photo or recording</source>
        <translation>Une vidéo, une photo ou un enregistrement</translation>
    </message>
    <message>
        <source>The picture is good. Dice seen: {count}</source>
        <translation>L&apos;image est bonne. Dés vus : {count}</translation>
    </message>
    <message>
        <source>This game can be played without a camera.</source>
        <translation>Ce jeu se joue aussi sans caméra.</translation>
    </message>
    <message>
        <source>Choose a camera, or enter the dice by hand.</source>
        <translation>Choisissez une caméra, ou saisissez les dés à la main.</translation>
    </message>
    <message>
        <source>No picture</source>
        <translation>Pas d&apos;image</translation>
    </message>
    <message>
        <source>Picture of the camera: {text}</source>
        <translation>Image de la caméra : {text}</translation>
    </message>
    <message>
        <source>Recorded demonstration</source>
        <translation>Démonstration enregistrée</translation>
    </message>
    <message>
        <source>Video, photo or recording…</source>
        <translation>Vidéo, photo ou enregistrement…</translation>
    </message>
    <message>
        <source>No camera: dice by hand</source>
        <translation>Sans caméra : dés à la main</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Caméra</translation>
    </message>
    <message>
        <source>It is too dark: switch on a lamp.</source>
        <translation>Il fait trop sombre : allumez une lampe.</translation>
    </message>
    <message>
        <source>Something dazzles the camera: move the lamp or the camera.</source>
        <translation>Quelque chose éblouit la caméra : déplacez la lampe ou la caméra.</translation>
    </message>
    <message>
        <source>The dice are too small in the picture: come closer.</source>
        <translation>Les dés sont trop petits dans l&apos;image : approchez la caméra.</translation>
    </message>
    <message>
        <source>The dice are out of focus: move the camera away a little, clean its lens.</source>
        <translation>Les dés sont flous : éloignez un peu la caméra, nettoyez son objectif.</translation>
    </message>
</context>
<context>
    <name>CollectPage</name>
    <message>
        <source>Photos of the dice</source>
        <translation>Photos des dés</translation>
    </message>
    <message>
        <source>Folder with photos of the dice</source>
        <translation>Dossier de photos des dés</translation>
    </message>
    <message>
        <source>{n} of {all} photos kept.</source>
        <translation>{n} photos gardées sur {all}.</translation>
    </message>
    <message>
        <source>Not readable: {n}</source>
        <translation>Illisibles&#xa0;: {n}</translation>
    </message>
    <message>
        <source>First say which face you will show to the camera.</source>
        <translation>Dites d’abord quelle face vous allez montrer à la caméra.</translation>
    </message>
    <message>
        <source>Turn the die a little, again and again.</source>
        <translation>Tournez un peu le dé, encore et encore.</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>sans nom</translation>
    </message>
    <message>
        <source> – 5 or more are better</source>
        <translation> – mieux vaut 5 ou plus</translation>
    </message>
    <message>
        <source>Kept. Turn the die a little.</source>
        <translation>Gardée. Tournez un peu le dé.</translation>
    </message>
    <message>
        <source>No die found</source>
        <translation>Aucun dé trouvé</translation>
    </message>
    <message>
        <source>Several dice: show one</source>
        <translation>Plusieurs dés&#xa0;: montrez-en un seul</translation>
    </message>
    <message>
        <source>Too small: come closer</source>
        <translation>Trop petit&#xa0;: approchez-vous</translation>
    </message>
    <message>
        <source>Blurred: hold still, more light</source>
        <translation>Floue&#xa0;: ne bougez plus, plus de lumière</translation>
    </message>
    <message>
        <source>Like one kept before: turn the die</source>
        <translation>Comme une photo déjà gardée&#xa0;: tournez le dé</translation>
    </message>
    <message>
        <source>What are these dice called?</source>
        <translation>Comment s’appellent ces dés&#x202f;?</translation>
    </message>
    <message>
        <source>Face in the next photos (empty: by file name)</source>
        <translation>Face sur les prochaines photos (vide&#xa0;: d’après le nom du fichier)</translation>
    </message>
    <message>
        <source>No picture of the camera</source>
        <translation>Pas d’image de la caméra</translation>
    </message>
    <message>
        <source>Add photos…</source>
        <translation>Ajouter des photos…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ajouter un dossier…</translation>
    </message>
    <message>
        <source>Take pictures with the camera</source>
        <translation>Prendre des photos avec la caméra</translation>
    </message>
    <message>
        <source>Photos of each face</source>
        <translation>Photos de chaque face</translation>
    </message>
    <message>
        <source>Five photos of each face are enough to begin. Folders or file names may name the faces, such as star_1.jpg; a face may also be a number from 1 to 6.</source>
        <translation>Cinq photos de chaque face suffisent pour commencer. Le nom du dossier ou du fichier peut nommer la face, par exemple étoile_1.jpg&#x202f;; une face peut aussi être un nombre de 1 à 6.</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Dice by hand</source>
        <translation>Dés à la main</translation>
    </message>
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
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Save the game…</source>
        <translation>Enregistrer la partie…</translation>
    </message>
    <message>
        <source>Statistics…</source>
        <translation>Statistiques…</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historique</translation>
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
    <name>ComparePage</name>
    <message>
        <source>the one that came with dicecam</source>
        <translation>celui livré avec dicecam</translation>
    </message>
    <message>
        <source>{name} – in use</source>
        <translation>{name} – en service</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Utiliser ce modèle</translation>
    </message>
    <message>
        <source>Use it anyway…</source>
        <translation>L’utiliser quand même…</translation>
    </message>
    <message>
        <source>This model knows no taught dice.</source>
        <translation>Ce modèle ne connaît pas de dés appris.</translation>
    </message>
    <message>
        <source>The check found nothing against this model.</source>
        <translation>Le contrôle n’a rien trouvé contre ce modèle.</translation>
    </message>
    <message>
        <source>The check advises against this model.</source>
        <translation>Le contrôle déconseille ce modèle.</translation>
    </message>
    <message>
        <source>Known faces lose {lost} points; at most {most} are allowed.</source>
        <translation>Les faces connues perdent {lost} points&#x202f;; {most} au plus sont admis.</translation>
    </message>
    <message>
        <source>A face has a single photo: nobody knows how well it is read.</source>
        <translation>Une face n’a qu’une photo&#xa0;: personne ne sait si elle est bien lue.</translation>
    </message>
    <message>
        <source>New faces are read right in {right} of the photos held out.</source>
        <translation>Les nouvelles faces sont bien lues sur {right} des photos mises de côté.</translation>
    </message>
    <message>
        <source>More photos in other light and at other angles help.</source>
        <translation>D’autres photos, sous une autre lumière et d’autres angles, aident.</translation>
    </message>
    <message>
        <source>The check advises against this model. Use it all the same?</source>
        <translation>Le contrôle déconseille ce modèle. L’utiliser malgré tout&#x202f;?</translation>
    </message>
    <message>
        <source>Pips</source>
        <translation>Points</translation>
    </message>
    <message>
        <source>Known symbols</source>
        <translation>Symboles connus</translation>
    </message>
    <message>
        <source>No die, or not readable</source>
        <translation>Pas un dé, ou illisible</translation>
    </message>
    <message>
        <source>All known faces</source>
        <translation>Toutes les faces connues</translation>
    </message>
    <message>
        <source>All new faces</source>
        <translation>Toutes les nouvelles faces</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>Faces</translation>
    </message>
    <message>
        <source>Crops</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Avant</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Après</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Back to the previous model</source>
        <translation>Revenir au modèle précédent</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>Voir le rapport</translation>
    </message>
    <message>
        <source>Remove this model</source>
        <translation>Supprimer ce modèle</translation>
    </message>
    <message>
        <source>Train the whole reader (slow)</source>
        <translation>Entraîner tout le lecteur (lent)</translation>
    </message>
    <message>
        <source>Takes about a quarter of an hour; may read hard dice better.</source>
        <translation>Prend un quart d’heure environ ; peut mieux lire des dés difficiles.</translation>
    </message>
    <message>
        <source>To train the whole reader, install {size} more. Type: {line}</source>
        <translation>Pour entraîner tout le lecteur, il faut installer {size} de plus. Tapez : {line}</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Avant et après</translation>
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
        <source>Colours mixed up: swap with…</source>
        <translation>Couleurs confondues : échanger avec…</translation>
    </message>
</context>
<context>
    <name>Curtain</name>
    <message>
        <source>Secret choices. One looks, the others turn away.</source>
        <translation>Choix secrets. Un joueur regarde, les autres se détournent.</translation>
    </message>
    <message>
        <source>{name} looks</source>
        <translation>{name} regarde</translation>
    </message>
</context>
<context>
    <name>EndPage</name>
    <message>
        <source>Nobody wins.</source>
        <translation>Personne ne gagne.</translation>
    </message>
    <message>
        <source>{name} wins!</source>
        <translation>{name} gagne !</translation>
    </message>
    <message>
        <source> and </source>
        <translation> et </translation>
    </message>
    <message>
        <source>A tie: {names} win together!</source>
        <translation>Égalité : {names} gagnent ensemble !</translation>
    </message>
    <message>
        <source>How the points grew, event by event</source>
        <translation>L&apos;évolution des points, coup par coup</translation>
    </message>
    <message>
        <source>How the points grew</source>
        <translation>L&apos;évolution des points</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Total</translation>
    </message>
    <message>
        <source>{name}: {points} points</source>
        <translation>{name} : {points} points</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation>Rejouer</translation>
    </message>
    <message>
        <source>Another game</source>
        <translation>Un autre jeu</translation>
    </message>
    <message>
        <source>Back to the table</source>
        <translation>Retour à la table</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Enregistrer…</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistiques</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Sheets as PDF (*.pdf)</source>
        <translation>Feuilles en PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Sheets as picture (*.png)</source>
        <translation>Feuilles en image (*.png)</translation>
    </message>
    <message>
        <source>Game as table (*.csv)</source>
        <translation>Partie en tableau (*.csv)</translation>
    </message>
    <message>
        <source>Game as JSON (*.json)</source>
        <translation>Partie en JSON (*.json)</translation>
    </message>
    <message>
        <source>Save the game</source>
        <translation>Enregistrer la partie</translation>
    </message>
</context>
<context>
    <name>HandEntry</name>
    <message>
        <source>stays</source>
        <translation>reste</translation>
    </message>
    <message>
        <source>Enter dice by hand</source>
        <translation>Saisir les dés à la main</translation>
    </message>
    <message>
        <source>What do the dice show?</source>
        <translation>Que montrent les dés ?</translation>
    </message>
    <message>
        <source>Correct a throw</source>
        <translation>Corriger un lancer</translation>
    </message>
    <message>
        <source>What did the dice really show?</source>
        <translation>Que montraient vraiment les dés ?</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>Return to now</source>
        <translation>Revenir à maintenant</translation>
    </message>
    <message>
        <source>Correct this throw…</source>
        <translation>Corriger ce lancer…</translation>
    </message>
    <message>
        <source>Say what the dice really showed; what follows is redone</source>
        <translation>Dites ce que montraient vraiment les dés ; la suite est recalculée</translation>
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
    <name>KeepCorrections</name>
    <message>
        <source>Keep my corrections to learn from</source>
        <translation>Garder mes corrections pour apprendre</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>The camera gives no picture. Trying again…</source>
        <translation>La caméra ne donne plus d&apos;image. Nouvel essai…</translation>
    </message>
    <message>
        <source>The camera gives no picture. Look at its cable, or choose another one.</source>
        <translation>La caméra ne donne pas d&apos;image. Vérifiez son câble ou choisissez-en une autre.</translation>
    </message>
    <message>
        <source>The dice cannot be read. Start the program again.</source>
        <translation>Les dés ne peuvent pas être lus. Relancez le programme.</translation>
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
        <source>Something went wrong; the game is kept. {error}</source>
        <translation>Quelque chose s&apos;est mal passé ; la partie est gardée. {error}</translation>
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
    <name>OptionsEditor</name>
    <message>
        <source>This game has no variants.</source>
        <translation>Ce jeu n&apos;a pas de variantes.</translation>
    </message>
    <message>
        <source>Standard rules</source>
        <translation>Règles habituelles</translation>
    </message>
</context>
<context>
    <name>OptionsPanel</name>
    <message>
        <source>{name} may:</source>
        <translation>{name} peut :</translation>
    </message>
    <message>
        <source>Done: hide my choices</source>
        <translation>Fini : cacher mes choix</translation>
    </message>
    <message>
        <source>You are looking back. Return to now to go on.</source>
        <translation>Vous regardez en arrière. Revenez à maintenant pour continuer.</translation>
    </message>
    <message>
        <source>What can be chosen is secret.</source>
        <translation>Ce que l&apos;on peut choisir est secret.</translation>
    </message>
    <message>
        <source>Nothing to choose until the dice lie.</source>
        <translation>Rien à choisir tant que les dés ne sont pas posés.</translation>
    </message>
</context>
<context>
    <name>PaperPanel</name>
    <message>
        <source>Roll the dice: what they allow is said here.</source>
        <translation>Lancez les dés : ce qu&apos;ils permettent s&apos;affiche ici.</translation>
    </message>
    <message>
        <source>What these dice allow</source>
        <translation>Ce que ces dés permettent</translation>
    </message>
    <message>
        <source>Everybody:</source>
        <translation>Tout le monde :</translation>
    </message>
    <message>
        <source>Who rolled:</source>
        <translation>Le lanceur :</translation>
    </message>
</context>
<context>
    <name>PlayerRow</name>
    <message>
        <source>{player}: colour {colour}</source>
        <translation>{player} : couleur {colour}</translation>
    </message>
    <message>
        <source>In this game the place at the table decides the colour</source>
        <translation>Dans ce jeu, la place à table décide de la couleur</translation>
    </message>
    <message>
        <source>Another colour</source>
        <translation>Une autre couleur</translation>
    </message>
    <message>
        <source>Name of {player}</source>
        <translation>Nom de {player}</translation>
    </message>
    <message>
        <source>{player}: one place earlier</source>
        <translation>{player} : une place plus tôt</translation>
    </message>
    <message>
        <source>Remove {player}</source>
        <translation>Retirer {player}</translation>
    </message>
</context>
<context>
    <name>PlayersEditor</name>
    <message>
        <source>In the order they sit around the table, clockwise</source>
        <translation>Dans l&apos;ordre autour de la table, dans le sens des aiguilles d&apos;une montre</translation>
    </message>
    <message>
        <source>Add a player</source>
        <translation>Ajouter un joueur</translation>
    </message>
</context>
<context>
    <name>ResumeBox</name>
    <message>
        <source>Go on with:</source>
        <translation>Reprendre :</translation>
    </message>
    <message>
        <source>Go on with {game}, {players}, begun {when}</source>
        <translation>Reprendre {game}, {players}, partie commencée le {when}</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>Picture for this face</source>
        <translation>Image pour cette face</translation>
    </message>
    <message>
        <source>This picture now stands for the face.</source>
        <translation>Cette image représente désormais la face.</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>sans nom</translation>
    </message>
    <message>
        <source>Look for wrong ones. Select dice, then name them or take them out.</source>
        <translation>Cherchez les erreurs. Sélectionnez des dés, puis nommez-les ou retirez-les.</translation>
    </message>
    <message>
        <source>Give this name</source>
        <translation>Donner ce nom</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Own picture…</source>
        <translation>Image à soi…</translation>
    </message>
    <message>
        <source>Name of the face</source>
        <translation>Nom de la face</translation>
    </message>
    <message>
        <source>Dice that were kept</source>
        <translation>Dés gardés</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Who plays?</source>
        <translation>Qui joue ?</translation>
    </message>
    <message>
        <source>Which rules?</source>
        <translation>Quelles règles ?</translation>
    </message>
    <message>
        <source>Who watches the dice?</source>
        <translation>Qui regarde les dés ?</translation>
    </message>
    <message>
        <source>Play {game}</source>
        <translation>Jouer à {game}</translation>
    </message>
    <message>
        <source>{count} players</source>
        <translation>{count} joueurs</translation>
    </message>
</context>
<context>
    <name>StatisticsDialog</name>
    <message>
        <source>Statistics</source>
        <translation>Statistiques</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>Parties</translation>
    </message>
    <message>
        <source>Are the dice fair?</source>
        <translation>Les dés sont-ils équilibrés ?</translation>
    </message>
    <message>
        <source>Games won by player</source>
        <translation>Parties gagnées par joueur</translation>
    </message>
    <message>
        <source>Which dice</source>
        <translation>Quels dés</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>All dice with pips</source>
        <translation>Tous les dés à points</translation>
    </message>
    <message>
        <source>Dice with pips: {colour}</source>
        <translation>Dés à points : {colour}</translation>
    </message>
    <message>
        <source>Dice of {game}</source>
        <translation>Dés de {game}</translation>
    </message>
    <message>
        <source>Counting the games…</source>
        <translation>Comptage des parties…</translation>
    </message>
    <message>
        <source>No dice have been rolled yet.</source>
        <translation>Aucun dé n&apos;a encore été lancé.</translation>
    </message>
    <message>
        <source>{count} dice rolled: too few to say anything. {needed} are needed.</source>
        <translation>{count} dés lancés : trop peu pour conclure. Il en faut {needed}.</translation>
    </message>
    <message>
        <source>(chi-square {value}, p &lt; {p})</source>
        <translation>(khi-deux {value}, p &lt; {p})</translation>
    </message>
    <message>
        <source>(chi-square {value}, p = {p})</source>
        <translation>(khi-deux {value}, p = {p})</translation>
    </message>
    <message>
        <source>{count} dice rolled. Of 100 series with fair dice, about {share} differ at least this much: nothing unusual.</source>
        <translation>{count} dés lancés. Sur 100 séries de dés équilibrés, environ {share} s&apos;écartent au moins autant : rien d&apos;anormal.</translation>
    </message>
    <message>
        <source>{count} dice rolled. Of 100 series with fair dice, only about {share} differ this much: unusual, but it happens. Roll on and look again.</source>
        <translation>{count} dés lancés. Sur 100 séries de dés équilibrés, seulement {share} environ s&apos;écartent autant : c&apos;est rare, mais cela arrive. Continuez à lancer et regardez de nouveau.</translation>
    </message>
    <message>
        <source>{count} dice rolled. Not one in 1000 series with fair dice differs this much: the dice may be loaded, or a face is often misread.</source>
        <translation>{count} dés lancés. Pas une série sur 1000 de dés équilibrés ne s&apos;écarte autant : les dés sont peut-être pipés, ou une face est souvent mal lue.</translation>
    </message>
</context>
<context>
    <name>TableDialog</name>
    <message>
        <source>Learnt: this is what {colour} looks like.</source>
        <translation>Appris : voilà à quoi ressemble la couleur {colour}.</translation>
    </message>
    <message>
        <source>The dice that are found have a white frame.</source>
        <translation>Les dés trouvés ont un cadre blanc.</translation>
    </message>
    <message>
        <source>Drag the two points around the part of the picture where dice are rolled.</source>
        <translation>Tirez les deux points autour de la partie de l&apos;image où l&apos;on lance les dés.</translation>
    </message>
    <message>
        <source>Drag the points onto the four corners of the table or mat, clockwise.</source>
        <translation>Tirez les points sur les quatre coins de la table ou du tapis, dans le sens des aiguilles d&apos;une montre.</translation>
    </message>
    <message>
        <source>Choose a colour, then click a die of that colour.</source>
        <translation>Choisissez une couleur, puis cliquez sur un dé de cette couleur.</translation>
    </message>
    <message>
        <source>Camera and table</source>
        <translation>Caméra et table</translation>
    </message>
    <message>
        <source>Just look</source>
        <translation>Regarder seulement</translation>
    </message>
    <message>
        <source>Where dice are rolled</source>
        <translation>Où l&apos;on lance les dés</translation>
    </message>
    <message>
        <source>Corners of the table</source>
        <translation>Coins de la table</translation>
    </message>
    <message>
        <source>Colours of my dice</source>
        <translation>Couleurs de mes dés</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Caméra</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Largeur</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Hauteur</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Couleur</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>Comme au début</translation>
    </message>
    <message>
        <source>Picture of the camera; space takes a point, arrows move it</source>
        <translation>Image de la caméra ; espace prend un point, les flèches le déplacent</translation>
    </message>
    <message>
        <source>Recorded demonstration</source>
        <translation>Démonstration enregistrée</translation>
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
        <source>You are looking back.</source>
        <translation>Vous regardez en arrière.</translation>
    </message>
    <message>
        <source>A hand is over the table.</source>
        <translation>Une main passe sur la table.</translation>
    </message>
    <message>
        <source>Choose below.</source>
        <translation>Choisissez ci-dessous.</translation>
    </message>
    <message>
        <source>Read. Choose below.</source>
        <translation>C&apos;est lu. Choisissez ci-dessous.</translation>
    </message>
    <message>
        <source>Roll the dice.</source>
        <translation>Lancez les dés.</translation>
    </message>
    <message>
        <source>Read.</source>
        <translation>C&apos;est lu.</translation>
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
<context>
    <name>TallyModel</name>
    <message>
        <source>Game</source>
        <translation>Jeu</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Joueur</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>Jouées</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>Gagnées</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Moyenne</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Meilleur</translation>
    </message>
</context>
<context>
    <name>TeachEntry</name>
    <message>
        <source>Teach new dice…</source>
        <translation>Apprendre de nouveaux dés…</translation>
    </message>
</context>
<context>
    <name>TeachWizard</name>
    <message>
        <source>Train</source>
        <translation>Entraîner</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Suivant</translation>
    </message>
    <message>
        <source>Dice without a name: {n}. Select them and give them one.</source>
        <translation>Dés sans nom&#xa0;: {n}. Sélectionnez-les et donnez-leur un nom.</translation>
    </message>
    <message>
        <source>You can go on playing meanwhile.</source>
        <translation>Vous pouvez continuer à jouer pendant ce temps.</translation>
    </message>
    <message>
        <source>Collect</source>
        <translation>Rassembler</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>Compare and use</source>
        <translation>Comparer et utiliser</translation>
    </message>
    <message>
        <source>Teach new dice</source>
        <translation>Apprendre de nouveaux dés</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Retour</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>TrainPage</name>
    <message>
        <source>Starting…</source>
        <translation>Démarrage…</translation>
    </message>
    <message>
        <source>Cancelled. The model in use stays as it is.</source>
        <translation>Annulé. Le modèle en service reste tel quel.</translation>
    </message>
    <message>
        <source>About {n} s left</source>
        <translation>Encore {n} s environ</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Terminé.</translation>
    </message>
    <message>
        <source>The training ended early. The model in use stays as it is.</source>
        <translation>L’entraînement s’est arrêté trop tôt. Le modèle en service reste tel quel.</translation>
    </message>
    <message>
        <source>Looking at the photos</source>
        <translation>Lecture des photos</translation>
    </message>
    <message>
        <source>Checking on photos held out</source>
        <translation>Contrôle sur des photos mises de côté</translation>
    </message>
    <message>
        <source>Learning from all photos</source>
        <translation>Apprentissage sur toutes les photos</translation>
    </message>
    <message>
        <source>Writing the model</source>
        <translation>Écriture du modèle</translation>
    </message>
    <message>
        <source>Cancel the training</source>
        <translation>Annuler l’entraînement</translation>
    </message>
    <message>
        <source>How many of the photos are read right</source>
        <translation>Part des photos bien lues</translation>
    </message>
    <message>
        <source>How far the training is</source>
        <translation>Avancement de l’entraînement</translation>
    </message>
</context>
<context>
    <name>TurnBar</name>
    <message>
        <source>{game} · the game is over</source>
        <translation>{game} · partie terminée</translation>
    </message>
    <message>
        <source>{game} · it is {name}&apos;s turn</source>
        <translation>{game} · à {name} de jouer</translation>
    </message>
    <message>
        <source>Time left: {time}</source>
        <translation>Temps restant : {time}</translation>
    </message>
</context>
</TS>
