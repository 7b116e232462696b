// The page's own words.
Object.assign(terms.en, {
  purpose: 'For review and study, not for help in live play. Nothing leaves this page.', loading: 'The program is starting …', failed: 'The program did not start: {why}',
  analyse: 'Analyse', watch: 'Watch', playTab: 'Play', tabs: 'What to do',
  tiles: 'Your tiles', tilesHelp: '13 tiles, or 14 in your turn; the last one was drawn. Melds: [555m] pung, [9999m] claimed, [9999mc] concealed, [9999ma] added kong.', addTo: 'A click adds to', removeLast: 'Remove the last', clear: 'Clear', addAs: 'as', single: 'tile',
  river0: 'Your discards', river1: 'Discards of the seat to the right', river2: 'Discards of the seat opposite', river3: 'Discards of the seat to the left', melds1: 'Melds to the right', melds2: 'Melds opposite', melds3: 'Melds to the left',
  rules: 'Rules', auto: 'by itself', draws: 'Exact chances within', drawsUnit: '{n} draws', noDraws: 'not asked', how: 'How a win comes about',
  'self-drawHow': 'self-draw', replacementHow: 'on a replacement tile', robbingHow: 'robbing a kong', lastHow: 'last tile', shotHow: 'after a kong', heavenlyHow: 'heavenly', earthlyHow: 'earthly',
  isComplete: 'a winning hand', accepts: 'accepts', discardOne: 'discard', patterns: 'patterns', byRules: 'Under each rule system', chances: 'Exact chances of a lone player', winChance: 'win', readyChance: 'ready', expected: 'points', within: 'within', botsPlay: 'What the bots would play', bot: 'bot', plays: 'plays', noBots: 'Bots are asked about 14 tiles.', json: 'The answer as JSON', waitFor: 'wait', liveTiles: 'live', fanPoints: 'fan · points', nothing: 'nothing', fanWord: 'fan', more: 'The table: discards, melds, void suit',
  file: 'A record, a hand file or a page of hands', drop: 'or drop it anywhere here', paste: 'or paste a record', show: 'Show',
  opponent1: 'Bot to the right', opponent2: 'Bot opposite', opponent3: 'Bot to the left', seed: 'Seed', handNo: 'Hand', dealNow: 'Deal', setup: 'Rules, bots and seed', clickTile: 'Click a tile of yours to discard it.', again: 'Next hand', save: 'Save the record', coach: 'Ask the coach', yourChoice: 'Your choice', over: 'The hand is over: {points} points for you.', sum: 'In all: {points} points in {hands} hands.', choose: 'Choose {n} tiles to pass on, {left} more', passOn: 'Pass these on', asked: 'Seat {seat} offers', you: 'you', nameVoid: 'void suit', coachSays: 'The coach', measured: 'Each discard',
})
Object.assign(terms.zh, {
  purpose: '用于复盘和学习，不用于对局中的实时辅助。任何内容都不会离开本页。', loading: '程序启动中……', failed: '程序未能启动：{why}',
  analyse: '分析', watch: '观看', playTab: '对局', tabs: '要做什么',
  tiles: '你的牌', tilesHelp: '13 张，轮到你时 14 张，最后一张为摸到的牌。副露：[555m] 碰，[9999m] 直杠，[9999mc] 暗杠，[9999ma] 补杠。', addTo: '点击加入', removeLast: '删去最后一张', clear: '清空', addAs: '作为', single: '单张',
  river0: '你打出的牌', river1: '下家打出的牌', river2: '对家打出的牌', river3: '上家打出的牌', melds1: '下家副露', melds2: '对家副露', melds3: '上家副露',
  rules: '规则', auto: '自动', draws: '精确概率', drawsUnit: '{n} 次摸牌内', noDraws: '不算', how: '胡牌方式',
  'self-drawHow': '自摸', replacementHow: '杠上花', robbingHow: '抢杠', lastHow: '最后一张', shotHow: '杠上炮', heavenlyHow: '天胡', earthlyHow: '地胡',
  isComplete: '已成胡牌', accepts: '进张', discardOne: '打', patterns: '番种', byRules: '各规则之下', chances: '一人摸牌的精确概率', winChance: '胡', readyChance: '听', expected: '得分', within: '摸牌数', botsPlay: '各机器人的打法', bot: '机器人', plays: '选择', noBots: '14 张牌时才问机器人。', json: 'JSON 答案', waitFor: '听', liveTiles: '剩', fanPoints: '番 · 分', nothing: '无', fanWord: '番', more: '桌面：打出的牌、副露、定缺',
  file: '牌谱文件或牌局网页', drop: '或拖到此处', paste: '或粘贴牌谱', show: '显示',
  opponent1: '下家机器人', opponent2: '对家机器人', opponent3: '上家机器人', seed: '种子', handNo: '局', dealNow: '发牌', setup: '规则、机器人与种子', clickTile: '点自己的牌打出。', again: '下一局', save: '保存牌谱', coach: '问教练', yourChoice: '你的选择', over: '本局结束：你得 {points} 分。', sum: '共 {hands} 局，{points} 分。', choose: '选 {n} 张换出，还差 {left} 张', passOn: '换出', asked: '{seat} 的牌', you: '你', nameVoid: '定缺', coachSays: '教练', measured: '每种打法',
})
