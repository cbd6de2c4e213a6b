// The words from which the showcase makes its records up. A title is a topic and a phrase, so that no language needs agreement between
// the two.

/** The English word of each topic, which every record about it has as a tag. */
export const TOPICS = ['cat', 'bread', 'train', 'garden', 'mountain', 'guitar', 'bicycle', 'stars'] as const;

export interface Language {
  tag: string;
  region: string;
  /** In the sequence of TOPICS. */
  topics: readonly string[];
  phrases: readonly string[];
  /** Names of channels. */
  authors: readonly string[];
  comments: readonly string[];
  /** Lines of a transcript. */
  spoken: readonly string[];
}

export const LANGUAGES: readonly Language[] = [
  {
    tag: 'en',
    region: 'GB',
    topics: ['Cat', 'Bread', 'Train', 'Garden', 'Mountain', 'Guitar', 'Bicycle', 'Stars'],
    phrases: [
      'first steps in ten minutes',
      'a quiet day from morning to evening',
      'five questions that everybody asks',
      'what we would do differently today',
      'the long version, without cuts',
      'a small mistake and how to mend it',
    ],
    authors: ['Harbour Kitchen', 'Slow Workshop', 'Two Streets Away'],
    comments: [
      'I have watched this three times today.',
      'The part in the middle helped me most.',
      'Could you show it once more from the side?',
      'Thank you, that is much clearer now.',
      'Greetings from a rainy balcony.',
    ],
    spoken: [
      'Hello, and welcome back.',
      'Today we begin at the very beginning.',
      'Take your time with this step.',
      'That is all. See you next week.',
    ],
  },
  {
    tag: 'zh',
    region: 'CN',
    topics: ['猫', '面包', '火车', '花园', '高山', '吉他', '自行车', '星空'],
    phrases: [
      '十分钟入门',
      '从早到晚的安静一天',
      '大家都会问的五个问题',
      '如果今天重新来过',
      '完整版，不剪辑',
      '一个小错误和补救办法',
    ],
    authors: ['河边厨房', '慢慢工作室', '两条街以外'],
    comments: [
      '今天看了三遍。',
      '中间那一段最有用。',
      '能从侧面再拍一次吗？',
      '谢谢，现在清楚多了。',
      '来自下雨的阳台的问候。',
    ],
    spoken: ['大家好，欢迎回来。', '今天我们从头开始。', '这一步不用着急。', '就这些，下周见。'],
  },
  {
    tag: 'ja',
    region: 'JP',
    topics: ['猫', 'パン', '電車', '庭', '山', 'ギター', '自転車', '星空'],
    phrases: [
      '十分ではじめる',
      '朝から夜までの静かな一日',
      'よく聞かれる五つの質問',
      '今ならこうする',
      'ノーカット完全版',
      '小さな失敗とその直し方',
    ],
    authors: ['港の台所', 'ゆっくり工房', '二つ先の通り'],
    comments: [
      '今日だけで三回見ました。',
      '真ん中のところが一番役に立ちました。',
      '横からも見せてもらえますか？',
      'ありがとう、よく分かりました。',
      '雨のベランダからこんにちは。',
    ],
    spoken: [
      'こんにちは、おかえりなさい。',
      '今日は最初から始めます。',
      'ここはゆっくりで大丈夫です。',
      '以上です。また来週。',
    ],
  },
  {
    tag: 'ko',
    region: 'KR',
    topics: ['고양이', '빵', '기차', '정원', '산', '기타', '자전거', '별'],
    phrases: [
      '십 분 만에 시작하기',
      '아침부터 저녁까지 조용한 하루',
      '누구나 묻는 다섯 가지',
      '지금이라면 다르게 할 것',
      '편집 없는 긴 버전',
      '작은 실수와 고치는 법',
    ],
    authors: ['항구 부엌', '느린 작업실', '두 골목 너머'],
    comments: [
      '오늘만 세 번 봤어요.',
      '가운데 부분이 제일 도움이 됐어요.',
      '옆에서도 보여 주실 수 있나요?',
      '고마워요, 이제 알겠어요.',
      '비 오는 베란다에서 인사드려요.',
    ],
    spoken: [
      '안녕하세요, 다시 오신 걸 환영합니다.',
      '오늘은 처음부터 시작합니다.',
      '이 단계는 천천히 하세요.',
      '끝입니다. 다음 주에 만나요.',
    ],
  },
  {
    tag: 'es',
    region: 'ES',
    topics: ['Gato', 'Pan', 'Tren', 'Jardín', 'Montaña', 'Guitarra', 'Bicicleta', 'Estrellas'],
    phrases: [
      'primeros pasos en diez minutos',
      'un día tranquilo de la mañana a la noche',
      'cinco preguntas que hace todo el mundo',
      'lo que hoy haríamos de otra manera',
      'la versión larga, sin cortes',
      'un pequeño error y cómo arreglarlo',
    ],
    authors: ['Cocina del Puerto', 'Taller Lento', 'A Dos Calles'],
    comments: [
      'Hoy lo he visto tres veces.',
      'La parte del medio es la que más me ayudó.',
      '¿Podrías mostrarlo otra vez de lado?',
      'Gracias, ahora está mucho más claro.',
      'Saludos desde un balcón con lluvia.',
    ],
    spoken: [
      'Hola, bienvenidos de nuevo.',
      'Hoy empezamos desde el principio.',
      'Tómate tu tiempo con este paso.',
      'Eso es todo. Hasta la semana que viene.',
    ],
  },
  {
    tag: 'fr',
    region: 'FR',
    topics: ['Chat', 'Pain', 'Train', 'Jardin', 'Montagne', 'Guitare', 'Vélo', 'Étoiles'],
    phrases: [
      'premiers pas en dix minutes',
      'une journée calme du matin au soir',
      'cinq questions que tout le monde pose',
      "ce que nous ferions autrement aujourd'hui",
      'la version longue, sans coupure',
      'une petite erreur et comment la réparer',
    ],
    authors: ['Cuisine du Port', 'Atelier Lent', 'À Deux Rues'],
    comments: [
      "Je l'ai regardée trois fois aujourd'hui.",
      "La partie du milieu m'a le plus aidé.",
      'Pourriez-vous la montrer encore une fois de côté ?',
      "Merci, c'est bien plus clair.",
      'Bonjour depuis un balcon sous la pluie.',
    ],
    spoken: [
      'Bonjour et bon retour.',
      "Aujourd'hui nous commençons par le début.",
      'Prenez votre temps pour cette étape.',
      "C'est tout. À la semaine prochaine.",
    ],
  },
  {
    tag: 'de',
    region: 'DE',
    topics: ['Katze', 'Brot', 'Zug', 'Garten', 'Berg', 'Gitarre', 'Fahrrad', 'Sterne'],
    phrases: [
      'erste Schritte in zehn Minuten',
      'ein ruhiger Tag von früh bis spät',
      'fünf Fragen, die alle stellen',
      'was wir heute anders machen würden',
      'die lange Fassung ohne Schnitt',
      'ein kleiner Fehler und wie man ihn behebt',
    ],
    authors: ['Hafenküche', 'Langsame Werkstatt', 'Zwei Straßen Weiter'],
    comments: [
      'Heute schon dreimal gesehen.',
      'Der Teil in der Mitte hat mir am meisten geholfen.',
      'Kannst du es noch einmal von der Seite zeigen?',
      'Danke, jetzt ist es viel klarer.',
      'Grüße von einem verregneten Balkon.',
    ],
    spoken: [
      'Hallo und willkommen zurück.',
      'Heute fangen wir ganz von vorne an.',
      'Lass dir bei diesem Schritt Zeit.',
      'Das war es. Bis nächste Woche.',
    ],
  },
  {
    tag: 'ar',
    region: 'EG',
    topics: ['قطة', 'خبز', 'قطار', 'حديقة', 'جبل', 'غيتار', 'دراجة', 'نجوم'],
    phrases: [
      'الخطوات الأولى في عشر دقائق',
      'يوم هادئ من الصباح إلى المساء',
      'خمسة أسئلة يطرحها الجميع',
      'ما سنفعله اليوم بطريقة مختلفة',
      'النسخة الطويلة دون قطع',
      'خطأ صغير وكيف نصلحه',
    ],
    authors: ['مطبخ الميناء', 'ورشة على مهل', 'بعد شارعين'],
    comments: [
      'شاهدته ثلاث مرات اليوم.',
      'الجزء الأوسط أفادني كثيرا.',
      'هل يمكن عرضه مرة أخرى من الجانب؟',
      'شكرا، صار أوضح بكثير.',
      'تحية من شرفة ممطرة.',
    ],
    spoken: [
      'مرحبا بكم من جديد.',
      'نبدأ اليوم من البداية.',
      'خذ وقتك في هذه الخطوة.',
      'هذا كل شيء. إلى الأسبوع القادم.',
    ],
  },
  {
    tag: 'hi',
    region: 'IN',
    topics: ['बिल्ली', 'रोटी', 'रेल', 'बगीचा', 'पहाड़', 'गिटार', 'साइकिल', 'तारे'],
    phrases: [
      'दस मिनट में पहले क़दम',
      'सुबह से शाम तक एक शांत दिन',
      'पाँच सवाल जो सब पूछते हैं',
      'आज हम क्या अलग करते',
      'लंबा संस्करण, बिना काट-छाँट',
      'एक छोटी ग़लती और उसका सुधार',
    ],
    authors: ['घाट की रसोई', 'धीमी कार्यशाला', 'दो गली दूर'],
    comments: [
      'आज इसे तीन बार देखा।',
      'बीच का हिस्सा सबसे काम का था।',
      'क्या इसे एक बार और बगल से दिखा सकते हैं?',
      'धन्यवाद, अब साफ़ है।',
      'बारिश वाली बालकनी से नमस्ते।',
    ],
    spoken: [
      'नमस्ते, फिर से स्वागत है।',
      'आज हम शुरू से शुरू करते हैं।',
      'इस क़दम में समय लीजिए।',
      'बस इतना ही। अगले हफ़्ते मिलते हैं।',
    ],
  },
  {
    tag: 'ru',
    region: 'RU',
    topics: ['Кошка', 'Хлеб', 'Поезд', 'Сад', 'Гора', 'Гитара', 'Велосипед', 'Звёзды'],
    phrases: [
      'первые шаги за десять минут',
      'тихий день с утра до вечера',
      'пять вопросов, которые задают все',
      'что сегодня мы сделали бы иначе',
      'длинная версия без монтажа',
      'маленькая ошибка и как её исправить',
    ],
    authors: ['Кухня у причала', 'Медленная мастерская', 'Через две улицы'],
    comments: [
      'Сегодня посмотрел три раза.',
      'Больше всего помогла середина.',
      'Можно показать ещё раз сбоку?',
      'Спасибо, теперь намного понятнее.',
      'Привет с дождливого балкона.',
    ],
    spoken: [
      'Здравствуйте, с возвращением.',
      'Сегодня начнём с самого начала.',
      'Не торопитесь на этом шаге.',
      'Это всё. До следующей недели.',
    ],
  },
];
