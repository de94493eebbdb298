// Hand-specialised random playouts: the practical limit the general engine is held against (one thread).
// rustc -C opt-level=3 -C target-cpu=native limit.rs -o limit && ./limit [NAME SECONDS]
use std::time::Instant;
struct Rng(u64);
impl Rng { #[inline(always)] fn next(&mut self)->u64{ let mut x=self.0; x^=x<<13; x^=x>>7; x^=x<<17; self.0=x; x.wrapping_mul(0x2545F4914F6CDD1D) }
  #[inline(always)] fn below(&mut self,n:u32)->u32{ (((self.next()>>32)*(n as u64))>>32) as u32 } }
#[cfg(target_arch="x86_64")] #[inline(always)] fn select(b:u64,n:u32)->u32{ unsafe{ std::arch::x86_64::_pdep_u64(1u64<<n,b).trailing_zeros() } }
struct Hex{ n:usize, cells:usize, nb:Vec<u64>, dirs:[[u64;2];6], rows:Vec<(i32,i32)>, all:u64, lines:Vec<Vec<u64>> }
fn hexhex(n:usize,len:usize)->Hex{
  let mut v=vec![]; let m=n as i32;
  for r in 0..2*m-1{ let lo=0.max(r-(m-1)); let hi=(2*m-2).min(r+m-1); for c in lo..=hi{ v.push((r,c)); } }
  let idx=|p:(i32,i32)| v.iter().position(|&q|q==p);
  let d=[(0,1),(1,0),(1,1),(0,-1),(-1,0),(-1,-1)];
  let mut nb=vec![0u64;v.len()];
  for (i,&(r,c)) in v.iter().enumerate(){ for &(a,b) in &d{ if let Some(j)=idx((r+a,c+b)){ nb[i]|=1<<j; } } }
  let mut lines=vec![vec![];v.len()];
  for &(r,c) in &v { for &(a,b) in &d[..3]{ let mut w=0u64; let mut ok=true; let mut cs=vec![]; for k in 0..len as i32{ if let Some(j)=idx((r+a*k,c+b*k)){ w|=1<<j; cs.push(j);} else{ok=false} } if ok{ for j in cs{ lines[j].push(w); } } } }
  Hex{n,cells:v.len(),nb,dirs:[[0;2];6],rows:v.clone(),all:if v.len()==64{!0}else{(1<<v.len())-1},lines}
}
fn susan(h:&Hex,r:&mut Rng)->(i32,u32){
  let mut s=[0u64;2]; let mut p=0; let mut ply=0; let all=h.all;
  loop{
    let full=s[0]|s[1]; let empty=all&!full; let ne=empty.count_ones();
    // slides: weighted choice over own stones
    let mut tot=ne; let mut m=s[p]; let mut cnt=[0u8;64]; let mut k=0;
    while m!=0{ let i=m.trailing_zeros() as usize; let c=(h.nb[i]&empty).count_ones(); cnt[k]=c as u8; k+=1; tot+=c; m&=m-1; }
    let mut x=r.below(tot); let to; let mut from=64u32;
    if x<ne { to=select(empty,x); s[p]|=1<<to; } else { x-=ne; let mut m=s[p]; let mut k=0; while x>=cnt[k] as u32{ x-=cnt[k] as u32; k+=1; m&=m-1; } from=m.trailing_zeros(); to=select(h.nb[from as usize]&empty,x); s[p]^=(1<<to)|(1<<from); }
    let _=from; ply+=1;
    let empty=all&!(s[0]|s[1]);
    let mut q=(h.nb[to as usize]|1<<to)&(s[0]|s[1]); let (mut own,mut his)=(false,false);
    while q!=0{ let i=q.trailing_zeros() as usize; if h.nb[i]&empty==0 { if s[p]>>i&1==1{own=true}else{his=true} } q&=q-1; }
    if own {return (1-p as i32,ply)} if his {return (p as i32,ply)}
    if ply>2000 {return (2,ply)}
    p=1-p;
  }
}
#[inline(always)] fn dead(h:&Hex,seed:u64,own:u64,empty:u64)->u64{ // group of seed; 0 if it has a liberty
  let mut g=seed; let mut f=seed; 
  while f!=0{ let i=f.trailing_zeros() as usize; f&=f-1; let n=h.nb[i]; if n&empty!=0{return 0} let a=n&own&!g; g|=a; f|=a; }
  g }
fn nden(h:&Hex,r:&mut Rng)->(i32,u32){
  let mut s=[0u64;2]; let mut p=0usize; let mut ply=0; let all=h.all;
  loop{
    let empty=all&!(s[0]|s[1]); let ne=empty.count_ones(); let to=select(empty,r.below(ne)) as usize; s[p]|=1<<to; ply+=1;
    let mut empty=empty&!(1<<to);
    let mut e=h.nb[to]&s[1-p]; let mut cap=0u64;
    while e!=0{ let b=e&e.wrapping_neg(); let g=dead(h,b,s[1-p],empty); cap|=g; e&=!(b|g); if g==0 { } }
    s[1-p]&=!cap; empty|=cap;
    // own groups: only the mover's group can be dead
    let g=dead(h,1<<to,s[p],empty); s[p]&=!g;
    if g==0 { for &w in &h.lines[to]{ if s[p]&w==w {return (p as i32,ply)} } }
    if ply>2000 {return (2,ply)}
    p=1-p;
  }
}
fn doppel(n:usize,r:&mut Rng,nb:&[u64])->(i32,u32){
  let cells=n*n; let all=if cells==64{!0}else{(1u64<<cells)-1};
  let st=r.below(cells as u32) as usize; let mut f=1u64<<st; let mut fr=nb[st]; let mut last=[usize::MAX;2]; let mut sc=[0;2]; let mut p=0; let mut ply=0;
  while f!=all{ let c=fr.count_ones(); let to=select(fr,r.below(c)) as usize; f|=1<<to; fr=(fr|nb[to])&!f; ply+=1;
    let me=last[p]; let b=last[1-p];
    if me!=usize::MAX && b!=usize::MAX && nb[me]>>to&1==1 { let d=to as isize-me as isize; let q=b as isize-d; if q>=0&&q<cells as isize&&nb[b]>>q&1==1&&f>>q&1==1{sc[p]+=1} }
    last[p]=to; p=1-p; }
  (if sc[0]>sc[1]{0}else if sc[1]>sc[0]{1}else{2},ply)
}
// The time of this thread where Linux tells it, so that other programs do not count.
struct Clock(Instant,Option<u64>);
impl Clock{ fn cpu()->Option<u64>{ std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok() }
  fn now()->Self{ Clock(Instant::now(),Self::cpu()) }
  fn elapsed(&self)->f64{ match (self.1,Self::cpu()) { (Some(a),Some(b))=>(b-a) as f64/1e9, _=>self.0.elapsed().as_secs_f64() } } }
fn run(name:&str,mut f:impl FnMut(&mut Rng)->(i32,u32)){
  let only=std::env::args().nth(1); if only.is_some_and(|o|o!=name){return} let seconds=std::env::args().nth(2).map_or(3.0,|s|s.parse().unwrap());
  let mut r=Rng(88172645463325252); for _ in 0..20000{f(&mut r);} let t=Clock::now(); let(mut g,mut m,mut w)=(0u64,0u64,[0u64;3]);
  while t.elapsed()<seconds{ for _ in 0..20000{ let(a,b)=f(&mut r); w[a as usize]+=1; g+=1; m+=b as u64; } }
  let s=t.elapsed(); println!("{name:14} {:>10.0} playouts/s {:>12.0} moves/s  {:.1} ns/move  mean length {:.1}  first {:.3} second {:.3} draw {:.4}",g as f64/s,m as f64/s,1e9*s/m as f64,m as f64/g as f64,w[0] as f64/g as f64,w[1] as f64/g as f64,w[2] as f64/g as f64);
}
fn main(){
  let h=hexhex(5,5); run("susan",|r|susan(&h,r)); run("ndengrod",|r|nden(&h,r));
  let n=8usize; let mut nb=vec![0u64;64]; for i in 0..64usize{ let(r,c)=(i/n,i%n); if c>0{nb[i]|=1<<(i-1)} if c<n-1{nb[i]|=1<<(i+1)} if r>0{nb[i]|=1<<(i-n)} if r<n-1{nb[i]|=1<<(i+n)} }
  run("doppel 8",|r|doppel(8,r,&nb));
}
