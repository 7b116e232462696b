// Holds the numbers that a page shows against the JSON it carries.
//
// Cells of tables that are known by their table, row and column, as they are named
// here and in no code of the page, must have the mean and the interval of their own
// place in the JSON. Any other text with an interval, in a table or under the
// pointer in a chart, must have those of some estimate of the JSON.

// What a text says: the mean and half the width, or the bounds.
const forms = [
  [/^([+-]?[\d.,]+) ± ([\d.]+)$/, (m) => ({ mean: m[1], half: m[2] })],
  [/^([+-]?[\d.,]+) \[([+-]?[\d.]+), ([+-]?[\d.]+)\]$/, (m) => ({ mean: m[1], lo: m[2], hi: m[3] })],
  [/^0 \(< ([\d.]+)\)$/, (m) => ({ mean: '0', hi: m[1] })],
  [/^100 \(> ([\d.]+)\)$/, (m) => ({ mean: '100', lo: m[1] })],
  [/^([+-]?[\d.,]+)( %| ± \?| \[\?\])?$/, (m) => ({ mean: m[1] })],
]

function parse(text) {
  for (const [form, of] of forms) {
    const m = form.exec(text)
    if (m) return of(m)
  }
  return null
}

// Whether a text is a number, rounded to as many digits as it has.
function rounds(text, number) {
  const plain = text.replaceAll(',', '')
  const digits = (plain.split('.')[1] ?? '').length
  return Number.isFinite(number) && Math.abs(Number(plain) - number) <= 0.5000001 * 10 ** -digits
}

// Whether what a text says are an estimate's mean and interval.
function agrees(said, e) {
  if (!rounds(said.mean, e.mean)) return false
  return (said.half === undefined || rounds(said.half, (e.hi - e.lo) / 2)) &&
    (said.lo === undefined || rounds(said.lo, e.lo)) && (said.hi === undefined || rounds(said.hi, e.hi))
}

// An estimate of the JSON, in whatever form it is there, times a factor.
function estimate(x, factor = 1) {
  if (x === null || x === undefined) return null
  const [mean, lo, hi] = typeof x === 'number' ? [x] : [x.mean ?? x.value, x.lo ?? undefined, x.hi ?? undefined]
  const ends = [lo, hi].map((v) => (v === undefined ? NaN : v * factor)).sort((a, b) => a - b)
  return { mean: (mean ?? NaN) * factor, lo: ends[0], hi: ends[1] }
}

// A rate whose interval stands beside it, in percent.
const rate = (object, name) => estimate({ mean: object[name], ...object[`${name}_interval`] }, 100)

// All estimates of the JSON, also in percent and from the other side.
function everyEstimate(report) {
  const list = []
  const add = (e) => { for (const f of [1, 100, -1]) list.push(estimate(e, f)) }
  const walk = (x) => {
    if (x === null || typeof x !== 'object') return
    if ('lo' in x && 'hi' in x && ('mean' in x || 'value' in x)) add(x)
    for (const [k, v] of Object.entries(x)) {
      if (k.endsWith('_interval') && v !== null) add({ mean: x[k.slice(0, -'_interval'.length)], ...v })
      walk(v)
    }
  }
  walk(report)
  return list
}

const letter = (i) => String.fromCharCode(65 + i)

// named returns what cells must say: [table, row, column, estimate]. A column is
// its head, or the beginning of it up to a space.
function named(report) {
  if (report.runs) return report.runs.map((r) => ['A against B, run by run', r.run, 'A-B', estimate(r.difference)])
  if (report.history) return ofTuning(report)
  if (report.path) return ofMatch(report)
  if (report.actions) return ofPosition(report)
  return report.question ? ofStudy(report) : ofRun(report)
}

function ofTuning(report) {
  return report.history.flatMap((g) => [
    ['Gain over the start', String(g.generation), 'this one', estimate(g.gain)],
    ['Gain over the start', String(g.generation), 'recent ones', estimate(g.recent_gain)],
  ])
}

function ofMatch(report) {
  const list = report.path.map((s) => ['Difference over the blocks', String(s.blocks), 'A − B', estimate(s.confidence_sequence ?? s.difference)])
  for (const b of report.bots ?? []) list.push(['The bots', b.bot, 'points per hand', estimate(b.points)])
  for (const p of report.pairs ?? []) list.push(['Every two', `${p.a} − ${p.b}`, 'points per hand', estimate(p.difference)])
  return list
}

function ofPosition(report) {
  const table = 'Actions, the best first'
  return report.actions.flatMap((a) => [[table, a.action, 'points', estimate(a.points)], [table, a.action, 'best less this', estimate(a.difference)]])
}

function ofRun(report) {
  const list = [
    ['Run', 'wall exhausted, %', 'all seats', rate(report, 'exhausted_rate')],
    ['Run', 'wins per hand', 'all seats', estimate(report.wins_per_hand)],
  ]
  const alone = report.bots.length === 1
  for (const [i, b] of report.bots.entries()) {
    const column = alone ? b.policy : letter(i)
    const add = (table, row, e) => list.push([table, row, column, e])
    addPoints(b, add)
    addWins(b, add)
    for (const [row, m] of [['void suit cleared', b.cleared], ['ready', b.ready], ['first win', b.first_win]]) add('Tempo', `${row}, % of hands`, rate(m, 'share'))
    add('Tempo', 'kinds waited on', estimate(b.ready_kinds))
    add('Tempo', 'live tiles waited on', estimate(b.ready_live))
    if (alone) {
      for (const s of b.by_longest_suit) list.push(['Points per hand by longest suit dealt', s.kind, 'points', estimate(s.points)])
      for (const s of b.by_pairs) list.push(['Points per hand by pairs dealt', s.kind, 'points', estimate(s.points)])
    }
  }
  for (const d of report.differences) addStarts(d, list)
  return list
}

function addPoints(b, add) {
  const { causes: c, cause_groups: g } = b
  const rows = {
    points: b.points, wins: g.wins, 'on discards': c.discard_wins, 'self-drawn': c.self_draws, 'by robbing kongs': c.robbing,
    'deal-ins': c.deal_ins, "others' self-draws": c.self_draws_paid, 'robbed kongs': c.robbed, 'kongs, net': g.kongs,
    received: c.kongs, paid: c.kongs_paid, 'kong reversals': c.kong_reversals, 'flower pig': c.flower_pig,
    'ready check': c.ready_check, refunds: c.refunds,
  }
  for (const [row, e] of Object.entries(rows)) add('Points per hand by cause', row, estimate(e))
  const by = b.by_win_order
  const places = {
    'as dealer': b.points_as_dealer, 'not as dealer': b.points_as_other, 'first winner': by.first.points,
    'second winner': by.second.points, 'third winner': by.third.points, 'fourth winner': by.fourth.points, 'not won': by.not_won.points,
  }
  for (const [row, e] of Object.entries(places)) add('Points per hand by position', row, estimate(e))
}

function addWins(b, add) {
  const rates = {
    'hands won, %': 'win_rate', 'wins: self-drawn, %': 'self_draw_rate', 'wins: on discards, %': 'discard_rate',
    'wins: by robbing, %': 'robbing_rate', 'deal-ins per 100 hands': 'deal_in_rate', 'flower pigs, %': 'flower_pig_rate',
    'ready at exhaustion, %': 'ready_at_exhaustion_rate',
  }
  for (const [row, name] of Object.entries(rates)) add('Wins', row, rate(b, name))
  const amounts = {
    'fan of a win': b.fan, 'base points of a win': b.win_points, 'concealed kongs per hand': b.kongs.concealed,
    'claimed kongs per hand': b.kongs.claimed, 'added kongs per hand': b.kongs.added,
  }
  for (const [row, e] of Object.entries(amounts)) add('Wins', row, estimate(e))
  const wins = b.fan_counts.reduce((sum, n) => sum + n, 0)
  for (const [fan, n] of b.fan_counts.entries()) add('Fan of wins, %', String(fan), estimate(n / wins, 100))
  for (const [pattern, share] of Object.entries(b.patterns)) add('Patterns of wins, %', pattern.replaceAll('_', ' '), estimate(share, 100))
}

function addStarts(d, list) {
  const [a, b] = [letter(d.index_a), letter(d.index_b)]
  for (const [kind, key, parts] of [['longest suit', 'longest_suit', d.by_longest_suit], ['pairs', 'pairs', d.by_pairs]]) {
    const table = `${a} against ${b}, points per hand by ${kind} dealt`
    for (const p of parts) {
      list.push([table, p[key], a, estimate(p.points_a)], [table, p[key], b, estimate(p.points_b)], [table, p[key], `${a}-${b}`, estimate(p.difference)])
    }
  }
}

function ofStudy(report) {
  const list = []
  for (const l of report.alternatives) {
    const ends = {
      points: estimate(l.points), 'win at least once, %': estimate(l.won_share, 100),
      'first by self-draw, %': estimate(l.first_win_self_drawn_share, 100), "first on another's tile, %": estimate(l.first_win_on_tile_share, 100),
      'no win, nothing paid, %': estimate(l.never_won_paid_nothing_share, 100), 'no win, pays, %': estimate(l.never_won_paid_share, 100),
      'fan of the first win': estimate(l.first_win_fan), wins: estimate(l.wins),
    }
    for (const s of l.points_by_source) {
      ends[`points: ${s.source.replaceAll('_', ' ')}`] = estimate(s.points)
    }
    for (const [row, e] of Object.entries(ends)) list.push(['How the alternatives end, all forks', row, l.label, e])
  }
  const contrast = 'Differences, the first less the second'
  list.push([contrast, `${report.main.a} - ${report.main.b}, main`, 'difference', estimate(report.main.difference)])
  for (const c of report.contrasts) list.push([contrast, `${c.a} - ${c.b}, all forks`, 'difference', estimate(c.difference)])
  for (const s of report.strata) addStrata(s, list)
  if (report.map) addMap(report.map, list)
  if (report.maxim) addMaxim(report, list)
  return list
}

function addStrata(strata, list) {
  for (const c of strata.classes) {
    for (const [, k] of c.contrasts.entries()) {
      const table = `By ${strata.name}` + (c.contrasts.length > 1 ? `: ${k.a} - ${k.b}` : '')
      list.push([table, c.name, k.a, estimate(k.a_points)], [table, c.name, k.b, estimate(k.b_points)], [table, c.name, 'difference', estimate(k.difference)],
        [table, c.name, `${k.b} pays, %`, estimate(k.b_is_better_share, 100)])
    }
    for (const l of c.alternatives) list.push([`By ${strata.name}: ${l.label}`, c.name, 'points', estimate(l.points)])
  }
}

function addMap(map, list) {
  for (const [i, line] of map.cells.entries()) {
    for (const [j, c] of line.entries()) list.push([map.title, `${map.rows.classes[i]}; ${map.columns.classes[j]}`, 'difference', estimate(c.difference)])
  }
}

function addMaxim(report, list) {
  const m = report.maxim
  const rows = { [`gains over always ${report.main.a}`]: m.gain, 'what the map gains': m.map_gain, 'rule less map': m.maxim_less_map }
  for (const [row, e] of Object.entries(rows)) list.push([`Rule of thumb: ${m.text}`, row, 'points per fork', estimate(e)])
  list.push([`Rule of thumb: ${m.text}`, 'applies, % of forks', 'points per fork', estimate(m.used_share, 100)])
}

// compare holds a page's tables, each {title, head, rows}, and its charts' hints
// against the report, and returns what is wrong and how much was compared.
export function compare(report, tables, hints) {
  const troubles = []
  const places = new Map() // what a named cell must say
  for (const [table, row, column, e] of named(report)) places.set([table, row, column].join('\n'), e)
  const all = everyEstimate(report)
  const counts = { named: 0, found: 0, hints: 0 }
  const somewhere = (said) => all.some((e) => agrees(said, e))
  for (const t of tables) for (const row of t.rows) {
    for (const [k, text] of row.entries()) {
      const said = k > 0 ? parse(text) : null
      if (said === null) continue
      const heads = [t.head[k], t.head[k].split(' ')[0]]
      const place = heads.map((h) => [t.title, row[0], h].join('\n')).find((p) => places.has(p))
      if (place !== undefined) {
        counts.named++
        const e = places.get(place)
        if (e === null || !agrees(said, e)) troubles.push(`"${t.title}", "${row[0]}", "${t.head[k]}": ${text} is not ${JSON.stringify(e)}`)
      } else if (said.half !== undefined || said.lo !== undefined || said.hi !== undefined) {
        counts.found++
        if (!somewhere(said)) troubles.push(`"${t.title}", "${row[0]}", "${t.head[k]}": no estimate is ${text}`)
      }
    }
  }
  for (const hint of hints) {
    const said = parse(hint.slice(hint.lastIndexOf(': ') + 2).split(', no difference')[0])
    if (said === null || said.half === undefined && said.lo === undefined) continue
    counts.hints++
    if (!somewhere(said)) troubles.push(`a chart says "${hint}", which no estimate is`)
  }
  if (counts.named === 0) troubles.push('no cell of a table is known by its name')
  return { troubles, counts }
}
