// Words in the reader's language. A text may hold places in braces, {seat}, which
// say() fills with texts or elements.
const languages = { en: 'English', zh: '中文' }

const terms = {
  en: {
    seat: 'Seat {n}', dealer: 'dealer', won: 'won', points: 'points', void: 'void suit', held: 'held tiles', melds: 'melds', river: 'discards',
    shanten: 'shanten', shantenIs: 'shanten {n}', voidIs: 'void suit: {suit}', turnIs: 'turn {n}', ready: 'ready', complete: 'complete', waits: 'waits', live: '{n} live', worth: '{fan} fan, {points} points', wall: 'wall', turns: 'Turn', opening: 'opening',
    hidden: '{n} tiles', none: 'none', unknown: 'unknown', source: 'source of points', total: 'total', settings: 'Show',
    from: 'Seen from', above: 'above', faces: 'hidden tiles face up', marks: 'digits on the tiles', language: 'Language', hand: 'Hand',
    first: 'First event', back: 'Back one event', next: 'Forward one event', last: 'Last event', turnBack: 'Back one turn', turnNext: 'Forward one turn', play: 'Play', pause: 'Pause', position: 'Event',
    log: 'What happens', where: '{event} of {events}', parts: 'here the hands part', keys: 'Keys: ← → event, ↑ ↓ turn, Home and End, space plays, 0–4 the seat, H hidden tiles, M digits, L language',
    seedHand: 'hand {hand} of seed {seed}', dealtBy: '{seat} deals', m: 'characters', p: 'dots', s: 'bamboo', tile: '{rank} {suit}', back_: 'face down', link: 'Link to this event',
    pung: 'pung', kong: 'kong', claimed_kong: 'claimed kong', concealed_kong: 'concealed kong', added_kong: 'added kong', win: 'win', pass: 'pass',
    claimed: 'claimed', wonOn: 'won on', robbed: 'robbed',
    deal: 'The tiles are dealt.', exchange: '{seat} passes {tile} to {to}.', exchangeClosed: '{seat} passes a tile to {to}.', voids: '{seat} names {suit} as void suit.', voidsClosed: '{seat} names a void suit face down.', aside: '{seat} names {suit} as void suit and sets {tile} aside.',
    draw: '{seat} draws {tile}.', drawClosed: '{seat} draws.', replacement: '{seat} draws {tile} for the kong.', replacementClosed: '{seat} draws for the kong.', discard: '{seat} discards {tile}.', reveals: '{seat} discards {tile}; its void suit is {suit}.',
    answer: '{seat} answers {action} to {tile} of {from}.', meld: '{seat} declares {meld}.', claims: '{seat} claims {meld} of {from}.', isRobbed: 'The kong of {tile} is robbed.',
    wins: '{seat} wins on {tile} of {from}: {patterns}.', selfDraw: '{seat} wins by self-draw on {tile}: {patterns}.', selfDrawClosed: '{seat} wins by self-draw: {patterns}.', transfer: '{seat} receives {points} from {from}: {cause}.', exhausted: 'The wall is empty.', end: 'The hand is over.',
    noPattern: 'no pattern',
    discard_win: 'discard win', self_draw: 'self-draw', robbing: 'robbing', kong_reversal: 'kong reversal', flower_pig: 'flower pig', ready_check: 'ready check', refund: 'refund',
    discard_wins: 'discard wins', self_draws: 'self-draws', deal_ins: 'deal-ins', self_draws_paid: 'self-draws paid', robbed_: 'robbed', kongs: 'kongs', kongs_paid: 'kongs paid', kong_reversals: 'kong reversals', refunds: 'refunds',
    all_pungs: 'all pungs', full_flush: 'full flush', seven_pairs: 'seven pairs', dragon_seven_pairs: 'dragon seven pairs', terminal_seven_pairs: 'terminal seven pairs', terminal_groups: 'terminals in every group', jiang_pungs: 'jiang pungs', golden_hook: 'golden hook', root: 'root', last_tile: 'last tile', last_discard: 'last discard', shot_after_kong: 'shot after a kong', heavenly: 'heavenly hand', earthly: 'earthly hand', replacement_: 'replacement tile',
    review: 'Review', reviewing: 'Playing every choice to its end …', reviewYours: 'Review your choices', reviewSeat: 'Review', reviewOf: 'Review of {seat}, judged by {by}', gaveAway: '{points} points given away in all.', mistakesAre: 'Mistakes: {n} of {choices} choices.', luckIs: 'Luck of the draws: {n} points.', noChoice: 'No choice of this seat here.', played: 'Played', better: 'better', pointsMore: '{points} points more', isBest: 'nothing else is clearly better', mistake: 'mistake', doubt: 'in doubt', option: 'option', worthOf: 'points to the end', lessPlayed: 'less the one played', wasPlayed: '(played)', ofMany: 'The better {n} of {all} options.',
    act_discard: 'discard', act_concealed_kong: 'concealed kong', act_added_kong: 'add to the pung', act_exchange: 'pass on', act_commit_void: 'void, and set aside', act_name_void: 'void suit', act_win: 'Win', act_pung: 'Pung', act_kong: 'Kong', act_pass: 'Pass',
  },
  zh: {
    seat: '{n} 号位', dealer: '庄家', won: '已胡', points: '分', void: '定缺', held: '手牌', melds: '副露', river: '打出的牌',
    shanten: '向听', shantenIs: '{n} 向听', voidIs: '定缺：{suit}', turnIs: '第 {n} 手', ready: '听牌', complete: '已成胡牌', waits: '听', live: '剩 {n} 张', worth: '{fan} 番 {points} 分', wall: '牌墙', turns: '第几手', opening: '开局',
    hidden: '{n} 张牌', none: '无', unknown: '未知', source: '得分来源', total: '合计', settings: '显示',
    from: '视角', above: '俯视', faces: '亮出暗牌', marks: '牌上标数字', language: '语言', hand: '局',
    first: '第一步', back: '后退一步', next: '前进一步', last: '最后一步', turnBack: '后退一手', turnNext: '前进一手', play: '播放', pause: '暂停', position: '步',
    log: '经过', where: '第 {event} 步，共 {events} 步', parts: '两局从这里分开', keys: '按键：← → 一步，↑ ↓ 一手，Home 与 End，空格播放，0–4 选座位，H 暗牌，M 数字，L 语言',
    seedHand: '种子 {seed} 第 {hand} 局', dealtBy: '{seat} 坐庄', m: '万', p: '筒', s: '条', tile: '{rank}{suit}', back_: '暗牌', link: '此步的链接',
    pung: '碰', kong: '杠', claimed_kong: '直杠', concealed_kong: '暗杠', added_kong: '补杠', win: '胡', pass: '过',
    claimed: '被碰杠', wonOn: '被胡', robbed: '被抢',
    deal: '发牌。', exchange: '{seat} 把 {tile} 换给 {to}。', exchangeClosed: '{seat} 换给 {to} 一张牌。', voids: '{seat} 定缺{suit}。', voidsClosed: '{seat} 暗定缺。', aside: '{seat} 定缺{suit}，扣下 {tile}。',
    draw: '{seat} 摸 {tile}。', drawClosed: '{seat} 摸牌。', replacement: '{seat} 杠后补 {tile}。', replacementClosed: '{seat} 杠后补牌。', discard: '{seat} 打 {tile}。', reveals: '{seat} 打 {tile}，定缺{suit}。',
    answer: '{seat} 对 {from} 的 {tile} 选择{action}。', meld: '{seat} 开 {meld}。', claims: '{seat} 用 {from} 的牌作 {meld}。', isRobbed: '{tile} 的杠被抢。',
    wins: '{seat} 胡 {from} 的 {tile}：{patterns}。', selfDraw: '{seat} 自摸 {tile}：{patterns}。', selfDrawClosed: '{seat} 自摸：{patterns}。', transfer: '{seat} 从 {from} 得 {points} 分：{cause}。', exhausted: '牌墙摸完。', end: '本局结束。',
    noPattern: '平胡',
    discard_win: '点炮', self_draw: '自摸', robbing: '抢杠', kong_reversal: '杠分退回', flower_pig: '花猪', ready_check: '查大叫', refund: '退税',
    discard_wins: '接炮', self_draws: '自摸', deal_ins: '点炮付', self_draws_paid: '被自摸付', robbed_: '被抢杠付', kongs: '杠得', kongs_paid: '杠付', kong_reversals: '杠分退回', refunds: '退税',
    all_pungs: '对对胡', full_flush: '清一色', seven_pairs: '七对', dragon_seven_pairs: '龙七对', terminal_seven_pairs: '幺九七对', terminal_groups: '带幺九', jiang_pungs: '将对', golden_hook: '金钩钓', root: '根', last_tile: '海底捞月', last_discard: '海底炮', shot_after_kong: '杠上炮', heavenly: '天胡', earthly: '地胡', replacement_: '杠上花',
    review: '复盘', reviewing: '正在把每个选择打到终局……', reviewYours: '复盘你的选择', reviewSeat: '复盘', reviewOf: '{seat}复盘，由 {by} 判断', gaveAway: '共送出 {points} 分。', mistakesAre: '{choices} 次选择中有 {n} 次失误。', luckIs: '摸牌运气：{n} 分。', noChoice: '此处该座位没有选择。', played: '实际', better: '更好', pointsMore: '多 {points} 分', isBest: '没有明显更好的选择', mistake: '失误', doubt: '存疑', option: '选择', worthOf: '到终局得分', lessPlayed: '与实际之差', wasPlayed: '（实际）', ofMany: '{all} 种选择中较好的 {n} 种。',
    act_discard: '打', act_concealed_kong: '暗杠', act_added_kong: '补杠', act_exchange: '换', act_commit_void: '定缺并扣下', act_name_void: '定缺', act_win: '胡', act_pung: '碰', act_kong: '杠', act_pass: '过',
  },
}

// Names that mean one thing as a kind of event and another as a pattern or source.
const patternTerm = { replacement: 'replacement_' }
const sourceTerm = { robbed: 'robbed_' }

let language = (navigator.language ?? '').startsWith('zh') ? 'zh' : 'en'

function setLanguage(to) {
  language = to
  document.documentElement.lang = to === 'zh' ? 'zh-Hans' : 'en'
}

// term returns a word.
function term(key) {
  return terms[language][key] ?? terms.en[key] ?? key
}

// say returns a text with its places filled, as a list of texts and elements.
function say(key, places = {}) {
  return term(key).split(/\{(\w+)\}/).map((part, i) => (i % 2 ? places[part] ?? '' : part)).flat(Infinity)
}

// words returns a text with its places filled by texts.
function words(key, places = {}) {
  return say(key, places).join('')
}

// el makes an element with attributes and content. Attributes that are functions
// are listeners.
function el(name, attributes = {}, ...content) {
  const e = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') e.addEventListener(key, value)
    else if (value === null || value === undefined) continue
    else if (key.startsWith('aria-')) e.setAttribute(key, String(value))
    else if (value !== false) e.setAttribute(key, value === true ? '' : value)
  }
  e.append(...content.flat(Infinity))
  return e
}
